import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Server } from '../api/schema.ts';
import {
  DEFAULT_MAX_PLAYERS,
  DEFAULT_SERVER_TYPE,
  isServerAddress,
  isServerName,
  isServerType,
} from '../../domain/server.ts';
import { ApiError } from '../problem.ts';
import { Dialog } from '../ui/dialog.tsx';
import { addServer, deleteServer, restartServer } from './server-actions.ts';
import css from './servers-page.module.css';
import { countText, parseCount } from '../ui/count-text.ts';
import { CountInput } from '../ui/input/count-input.tsx';

interface ServerDialogProps {
  readonly server: Pick<Server, 'name' | 'players'>;
  readonly close: () => void;
}

type RestartedServer = Pick<Server, 'name' | 'players' | 'playersUnknown'>;

/** Asks before a server is restarted; where nobody can tell who is on it, once more. */
export function RestartDialog({ server, close }: ServerDialogProps & { readonly server: RestartedServer }) {
  const { name, players, playersUnknown = null } = server;
  const [force, setForce] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isUnknown = playersUnknown !== null || isRefused;
  const run = async () => {
    try {
      await restartServer(name, isUnknown);
    } catch (error) {
      // It became unknown after the dialog was opened.
      setRefused(error instanceof ApiError && error.code === 'players_unknown');
      throw error;
    }
  };
  return (
    <Dialog
      title={`Restart ${name}?`}
      actionLabel={`Restart ${name}`}
      disabled={isUnknown && !force}
      run={run}
      close={close}
    >
      {isUnknown ? (
        <>
          {playersUnknown !== null && <p>Nobody can tell who is on this server: {playersUnknown}</p>}
          <Checkbox
            label="Restart it although players may be on it, who lose their connection"
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </>
      ) : (
        <p>
          {players === 0
            ? 'The server is empty. It stops after a short countdown and starts again by itself.'
            : `${playersOn(players)} shown a countdown and moved to a hub before it stops.`}
        </p>
      )}
    </Dialog>
  );
}

/** Asks before a server is removed. `done` is called after that. */
export function DeleteDialog({
  server: { name, players },
  close,
  done,
}: ServerDialogProps & { done?: () => void }) {
  const run = async () => {
    await deleteServer(name);
    done?.();
  };
  return (
    <Dialog title={`Remove ${name}?`} actionLabel={`Remove ${name}`} danger run={run} close={close}>
      <p>
        This removes the server from the network.{' '}
        {players === 0 ? '' : `${playersOn(players)} moved to a hub first. `}The game server itself keeps
        running.
      </p>
    </Dialog>
  );
}

function playersOn(players: number): string {
  return players === 1 ? 'The 1 player on it is' : `The ${countText(players)} players on it are`;
}

/** Adds a server. Only the name is required. */
export function AddServerDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [type, setType] = useState<string>(DEFAULT_SERVER_TYPE);
  const [limit, setLimit] = useState(countText(DEFAULT_MAX_PLAYERS));
  const [gameName, setGameName] = useState('');
  const [address, setAddress] = useState('');
  const [canRejoin, setCanRejoin] = useState(false);
  const isNameValid = isServerName(name);
  const isTypeValid = isServerType(type);
  const isAddressValid = address === '' || isServerAddress(address);
  const maxPlayers = parseCount(limit);
  return (
    <Dialog
      title="Add a server"
      actionLabel={isNameValid ? `Add ${name}` : 'Add'}
      disabled={!isNameValid || !isTypeValid || !isAddressValid || maxPlayers === undefined}
      run={() =>
        addServer({
          name,
          type,
          gameName,
          canRejoin,
          ...(maxPlayers === undefined ? {} : { maxPlayers }),
          ...(address === '' ? {} : { address }),
        })
      }
      close={close}
    >
      <TextInput
        label="Name"
        description="The name of the server on the proxy."
        value={name}
        onChange={(event) => setName(event.currentTarget.value.trim())}
        error={
          name === '' || isNameValid ? undefined : 'Use at most 64 visible characters, and none of / ? # %'
        }
        data-autofocus
        required
      />
      <div className={css.pair}>
        <TextInput
          label="Type"
          description="HUB, GAME or your own."
          value={type}
          onChange={(event) => setType(event.currentTarget.value.toUpperCase().trim())}
          error={isTypeValid ? undefined : 'Use uppercase letters, digits and _'}
        />
        <CountInput
          label="Max players"
          description="How many can play at once."
          value={limit}
          onChange={setLimit}
        />
      </div>
      <TextInput
        label="Game"
        description="Optional."
        maxLength={64}
        value={gameName}
        onChange={(event) => setGameName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="host:port for pings. Optional."
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value.trim())}
        error={isAddressValid ? undefined : 'For example 10.0.0.5:25565'}
      />
      <Checkbox
        label="Players may rejoin a running game"
        checked={canRejoin}
        onChange={(event) => setCanRejoin(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
