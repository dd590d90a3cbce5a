import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isReportedName } from '../../domain/player-name.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { Dialog } from '../ui/dialog.tsx';
import { banPlayer } from '../players/player-actions.ts';
import { BanTimeInput, DEFAULT_TIME, ReasonInput } from '../players/player-dialogs.tsx';

/** Bans by name and UUID, which also works for players who have never joined. */
export function NewBanDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('');
  const [uuid, setUuid] = useState('');
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<Parameters<typeof BanTimeInput>[0]['value']>(DEFAULT_TIME);
  const isNameValid = isReportedName(name.trim());
  const parsed = parseUuid(uuid.trim());
  return (
    <Dialog
      title="New ban"
      actionLabel={isNameValid ? `Ban ${name.trim()} ${time.phrase}` : 'Ban'}
      danger
      disabled={!isNameValid || parsed === undefined}
      run={() => banPlayer({ name: name.trim(), uuid: parsed ?? '' }, time.value, reason.trim())}
      close={close}
    >
      <p>Also works for players who have never joined. All others are easier to ban on the Players page.</p>
      <TextInput
        label="Name"
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name === '' || isNameValid ? undefined : 'Use at most 48 visible characters'}
        data-autofocus
      />
      <TextInput
        label="UUID"
        value={uuid}
        onChange={(event) => setUuid(event.currentTarget.value)}
        error={
          uuid === '' || parsed !== undefined ? undefined : 'For example 069a79f4-44e9-4726-a5be-fca90e38aaf5'
        }
      />
      <BanTimeInput value={time} onChange={setTime} />
      <ReasonInput value={reason} onChange={setReason} />
    </Dialog>
  );
}
