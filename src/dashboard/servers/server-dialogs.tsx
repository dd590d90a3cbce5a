import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Server } from '../api/schema.ts';
import { isServerAddress, isServerName, isServerType } from '../../domain/server.ts';
import { Dialog } from '../ui/dialog.tsx';
import { addServer, deleteServer, restartServer } from './server-actions.ts';
import css from './servers-page.module.css';

interface DialogProps_ {
  readonly server: Pick<Server, 'name' | 'players'>;
  readonly close: () => void;
}

export function RestartDialog({ server: { name, players }, close }: DialogProps_) {
  return (
    <Dialog
      title={`Restart ${name}?`}
      actionLabel={`Restart ${name}`}
      run={() => restartServer(name)}
      close={close}
    >
      <p>
        {players === 0
          ? 'Nobody is on it. It is stopped after a short countdown and comes back by itself.'
          : `${playersOn(players)} told, counted down and moved to a hub before it stops.`}
      </p>
    </Dialog>
  );
}

export function DeleteDialog({
  server: { name, players },
  close,
  done,
}: DialogProps_ & { done?: () => void }) {
  const run = async () => {
    await deleteServer(name);
    done?.();
  };
  return (
    <Dialog title={`Remove ${name}?`} actionLabel={`Remove ${name}`} danger run={run} close={close}>
      <p>
        It is no longer part of the network
        {players === 0 ? '' : `; ${playersOn(players)} moved to a hub first`}. The game server itself keeps
        running.
      </p>
    </Dialog>
  );
}

function playersOn(players: number): string {
  return players === 1 ? 'The 1 player on it is' : `The ${players} players on it are`;
}

/** Everything that a server can be added with; what is optional may stay empty. */
export function AddServerDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('GAME');
  const [maxPlayers, setMaxPlayers] = useState<number | string>(100);
  const [gameName, setGameName] = useState('');
  const [address, setAddress] = useState('');
  const [canRejoin, setCanRejoin] = useState(false);
  const nameFits = isServerName(name);
  const typeFits = isServerType(type);
  const addressFits = address === '' || isServerAddress(address);
  const placesFit = typeof maxPlayers === 'number';
  return (
    <Dialog
      title="Add a server"
      actionLabel={nameFits ? `Add ${name}` : 'Add'}
      disabled={!nameFits || !typeFits || !addressFits || !placesFit}
      run={() =>
        addServer({
          name,
          type,
          gameName,
          canRejoin,
          ...(placesFit ? { maxPlayers } : {}),
          ...(address === '' ? {} : { address }),
        })
      }
      close={close}
    >
      <TextInput
        label="Name"
        description="As the proxy knows it."
        value={name}
        onChange={(event) => setName(event.currentTarget.value.trim())}
        error={name === '' || nameFits ? undefined : 'Letters, digits, _ and -, at most 64'}
        data-autofocus
        required
      />
      <div className={css.pair}>
        <TextInput
          label="Type"
          description="HUB, GAME, or a word of yours."
          value={type}
          onChange={(event) => setType(event.currentTarget.value.toUpperCase().trim())}
          error={typeFits ? undefined : 'Upper-case letters, digits and _'}
        />
        <NumberInput
          label="Places"
          description="How many may play on it."
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={maxPlayers}
          onChange={setMaxPlayers}
        />
      </div>
      <TextInput
        label="Game"
        description="May stay empty."
        maxLength={64}
        value={gameName}
        onChange={(event) => setGameName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="host:port where it can be asked; may stay empty."
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value.trim())}
        error={addressFits ? undefined : 'As in 10.0.0.5:25565'}
      />
      <Checkbox
        label="Players may come back into a running game"
        checked={canRejoin}
        onChange={(event) => setCanRejoin(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
