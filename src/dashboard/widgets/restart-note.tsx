import { useQuery } from '@tanstack/react-query';
import { restartQuery } from '../api/queries.ts';
import type { ServerDetail } from '../api/schema.ts';
import { useNow } from '../ui/time/use-now.ts';
import type { ServerState } from './server-state.tsx';
import css from './restart-note.module.css';

type Restart = NonNullable<ServerDetail['restart']>;

/** The restart of a server as it goes on; nothing when there is none. */
export function useRestart(name: string, ask: boolean): { restart: Restart | null; asOf: number } {
  const { data, dataUpdatedAt } = useQuery({ ...restartQuery(name), enabled: ask });
  return { restart: data ?? null, asOf: dataUpdatedAt };
}

/** One line about it, for lists. Only servers in the middle of one are asked; others are told by events. */
export function RestartNote({ name, state }: { readonly name: string; readonly state: ServerState }) {
  const { restart, asOf } = useRestart(name, state === 'DRAINING' || state === 'RESTARTING');
  if (restart === null) return null;
  return (
    <span className={css.note} data-failed={restart.phase === 'failed' || undefined}>
      <PhaseText restart={restart} asOf={asOf} />
    </span>
  );
}

const STEPS: readonly { readonly phase: Restart['phase']; readonly title: string }[] = [
  { phase: 'countdown', title: 'Countdown' },
  { phase: 'evacuating', title: 'Moving players to a hub' },
  { phase: 'stopping', title: 'Stopping' },
  { phase: 'returning', title: 'Coming back' },
];

/** All steps of it, with the one that is being taken. */
export function RestartSteps({ restart, asOf }: { readonly restart: Restart; readonly asOf: number }) {
  if (restart.phase === 'failed') {
    return (
      <p className={css.failure} role="alert">
        <strong>The restart failed:</strong> {restart.failure}. The server takes players again; restart it
        once more when that is mended.
      </p>
    );
  }
  const at = STEPS.findIndex(({ phase }) => phase === restart.phase);
  return (
    <ol className={css.steps} aria-label="Restart">
      {STEPS.map(({ phase, title }, place) => (
        <li
          key={phase}
          data-step={place < at ? 'done' : place === at ? 'now' : 'next'}
          aria-current={place === at ? 'step' : undefined}
        >
          {place === at ? <PhaseText restart={restart} asOf={asOf} /> : title}
        </li>
      ))}
    </ol>
  );
}

function PhaseText({ restart, asOf }: { readonly restart: Restart; readonly asOf: number }) {
  const now = useNow(500);
  if (restart.phase === 'failed') return `Restart failed: ${restart.failure}`;
  if (restart.phase !== 'countdown') return STEPS.find(({ phase }) => phase === restart.phase)?.title;
  return `Restarts in ${Math.max(0, restart.secondsLeft - Math.floor((now - asOf) / 1000))} s`;
}
