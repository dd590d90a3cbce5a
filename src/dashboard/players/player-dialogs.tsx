import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newestBansQuery, queryClient } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { BAN_TIMES, banPlayer, kickPlayer, type PlayerRef, unbanPlayer } from './player-actions.ts';
import css from './player-dialogs.module.css';

interface PlayerDialogProps {
  readonly player: PlayerRef;
  readonly close: () => void;
}

/** Kicks a player, who can join again right away. */
export function KickDialog({ player, close }: PlayerDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={`Kick ${player.name}?`}
      actionLabel={`Kick ${player.name}`}
      danger
      run={() => kickPlayer(player, reason.trim())}
      close={close}
    >
      <p>The player is disconnected and can join again right away.</p>
      <ReasonInput value={reason} onChange={setReason} suggestions={KICK_REASONS} />
    </Dialog>
  );
}

/** Bans a player. */
export function BanDialog({ player, close }: PlayerDialogProps) {
  const [reason, setReason] = useState('');
  const [time, setTime] = useState<(typeof BAN_TIMES)[number]>(DEFAULT_TIME);
  // As they are when it opens: they must not change places under the pointer when another admin bans.
  const [recent] = useState(() =>
    (queryClient.getQueryData(newestBansQuery.queryKey)?.rows ?? []).map(({ reason: text }) => text),
  );
  return (
    <Dialog
      title={`Ban ${player.name}?`}
      actionLabel={`Ban ${player.name} ${time.phrase}`}
      danger
      run={() => banPlayer(player, time.value, reason.trim())}
      close={close}
    >
      <BanTimeInput value={time} onChange={setTime} />
      <ReasonInput
        value={reason}
        onChange={setReason}
        suggestions={[...new Set([...recent, ...BAN_REASONS])].filter((text) => text !== '')}
      />
      <p className={css.note}>The player is kicked now and cannot join until the ban ends.</p>
    </Dialog>
  );
}

/** Lifts the ban of a player. */
export function UnbanDialog({ player, close }: PlayerDialogProps) {
  return (
    <Dialog
      title={`Lift the ban of ${player.name}?`}
      actionLabel={`Lift the ban of ${player.name}`}
      run={() => unbanPlayer(player)}
      close={close}
    >
      <p>The player can join again right away. The ban stays on the player’s record.</p>
    </Dialog>
  );
}

const MAX_SUGGESTIONS = 7;
const BAN_REASONS = ['Cheating', 'Griefing', 'Insulting others', 'Spam', 'Advertising', 'Ban evasion'];
const KICK_REASONS = ['Please mind your language', 'Away for too long', 'Spam', 'Name not allowed'];
/** The duration that is selected at first. */
export const DEFAULT_TIME = { value: '24h', label: '24 hours', phrase: 'for 24 hours' } as const;

/** Chooses the duration of a ban. */
export function BanTimeInput(props: {
  readonly value: (typeof BAN_TIMES)[number];
  readonly onChange: (time: (typeof BAN_TIMES)[number]) => void;
}) {
  return (
    <div>
      <span className={css.label} id="ban-time">
        Duration
      </span>
      <SegmentedControl
        className={css.times ?? ''}
        fullWidth
        withItemsBorders={false}
        aria-labelledby="ban-time"
        value={props.value.value}
        onChange={(value) => props.onChange(BAN_TIMES.find((it) => it.value === value) ?? DEFAULT_TIME)}
        data={BAN_TIMES.map(({ value, label }) => ({ value, label }))}
      />
    </div>
  );
}

/** The reason that the player reads. A click on a suggestion fills it in; it can be changed then. */
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
        description="Shown to the player."
        maxLength={255}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <div className={css.suggestions} role="group" aria-label="Suggested reasons">
        {suggestions.slice(0, MAX_SUGGESTIONS).map((reason) => (
          <button key={reason} type="button" dir="auto" title={reason} onClick={() => onChange(reason)}>
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}
