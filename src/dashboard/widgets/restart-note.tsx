import { useQuery } from '@tanstack/react-query';
import { restartQuery } from '../api/queries.ts';
import type { ServerDetail } from '../api/schema.ts';
import { useNow } from '../ui/time/use-now.ts';
import type { ServerState } from './server-state.tsx';
import css from './restart-note.module.css';

type Restart = NonNullable<ServerDetail['restart']>;

/** The current or last failed restart of a server; null when there is none. `asOf`: when it was loaded, in epoch milliseconds. */
export function useRestart(name: string, enabled: boolean): { restart: Restart | null; asOf: number } {
  const { data, dataUpdatedAt } = useQuery({ ...restartQuery(name), enabled });
  return { restart: data ?? null, asOf: dataUpdatedAt };
}

/** One line about a restart, for lists. Loads it only for servers that are restarting; events bring the rest. */
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
  { phase: 'returning', title: 'Starting again' },
];

/** All steps of a restart, with the current one marked. */
export function RestartSteps({ restart, asOf }: { readonly restart: Restart; readonly asOf: number }) {
  if (restart.phase === 'failed') {
    return (
      <p className={css.failure} role="alert">
        <strong>The restart failed:</strong> {restart.failure}. The server accepts players again. Fix the
        cause, then restart it again.
      </p>
    );
  }
  const current = STEPS.findIndex(({ phase }) => phase === restart.phase);
  return (
    <ol className={css.steps} aria-label="Restart">
      {STEPS.map(({ phase, title }, index) => (
        <li
          key={phase}
          data-step={index < current ? 'done' : index === current ? 'now' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          {index === current ? <PhaseText restart={restart} asOf={asOf} /> : title}
        </li>
      ))}
    </ol>
  );
}

function PhaseText({ restart, asOf }: { readonly restart: Restart; readonly asOf: number }) {
  const now = useNow(1000);
  if (restart.phase === 'failed') return `Restart failed: ${restart.failure}`;
  if (restart.phase !== 'countdown') return STEPS.find(({ phase }) => phase === restart.phase)?.title;
  return `Restarts in ${Math.max(0, restart.secondsLeft - Math.floor(Math.max(0, now - asOf) / 1000))} s`;
}
