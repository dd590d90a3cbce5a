import { SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newestBansQuery } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { BAN_TIMES, banPlayer, kickPlayer, type PlayerRef, unbanPlayer } from './player-actions.ts';
import css from './player-dialogs.module.css';

interface DialogProps_ {
  readonly player: PlayerRef;
  readonly close: () => void;
}

/** Sends somebody away who may come back at once. */
export function KickDialog({ player, close }: DialogProps_) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={`Kick ${player.name}?`}
      actionLabel={`Kick ${player.name}`}
      danger
      run={() => kickPlayer(player, reason.trim())}
      close={close}
    >
      <p>They are disconnected and may join again at once.</p>
      <ReasonInput value={reason} onChange={setReason} suggestions={KICK_REASONS} />
    </Dialog>
  );
}

export function BanDialog({ player, close }: DialogProps_) {
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<(typeof BAN_TIMES)[number]>(DEFAULT_TIME);
  const { data } = useQuery(newestBansQuery);
  const lately = (data?.rows ?? []).map((ban) => ban.reason).filter((text) => text !== '');
  return (
    <Dialog
      title={`Ban ${player.name}?`}
      actionLabel={`Ban ${player.name} ${time.words}`}
      danger
      run={() => banPlayer(player, time.value, reason.trim())}
      close={close}
    >
      <BanTimeInput value={time} onChange={setTime} />
      <ReasonInput
        value={reason}
        onChange={setReason}
        suggestions={[...new Set([...lately, ...BAN_REASONS])]}
      />
      <p className={css.note}>They are sent away at once and refused at every door until then.</p>
    </Dialog>
  );
}

export function UnbanDialog({ player, close }: DialogProps_) {
  return (
    <Dialog
      title={`Lift the ban of ${player.name}?`}
      actionLabel={`Lift the ban of ${player.name}`}
      run={() => unbanPlayer(player)}
      close={close}
    >
      <p>They may join again at once. That they were banned stays on record.</p>
    </Dialog>
  );
}

const SUGGESTED = 7;
const BAN_REASONS = ['Cheating', 'Griefing', 'Insulting others', 'Spam', 'Advertising', 'Ban evasion'];
const KICK_REASONS = ['Please mind your language', 'Away for too long', 'Spam', 'Name not allowed'];
export const DEFAULT_TIME = { value: '24h', label: '24 hours', words: 'for 24 hours' } as const;

/** How long, of the six times there are. */
export function BanTimeInput(props: {
  readonly value: (typeof BAN_TIMES)[number];
  readonly onChange: (time: (typeof BAN_TIMES)[number]) => void;
}) {
  return (
    <div>
      <span className={css.label} id="ban-time">
        For how long
      </span>
      <SegmentedControl
        className={css.times ?? ''}
        fullWidth
        aria-labelledby="ban-time"
        value={props.value.value}
        onChange={(value) => props.onChange(BAN_TIMES.find((it) => it.value === value) ?? DEFAULT_TIME)}
        data={BAN_TIMES.map(({ value, label }) => ({ value, label }))}
      />
    </div>
  );
}

/** What the player reads; a suggestion is put in by one click and can be changed. */
export function ReasonInput(props: {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  readonly suggestions?: readonly string[];
}) {
  const { value, onChange, suggestions = BAN_REASONS } = props;
  return (
    <div>
      <TextInput
        label="Reason"
        description="The player reads it."
        maxLength={255}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <div className={css.suggestions} role="group" aria-label="Suggested reasons">
        {suggestions.slice(0, SUGGESTED).map((reason) => (
          <button key={reason} type="button" onClick={() => onChange(reason)}>
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}
