import type { Server } from '../api/schema.ts';
import { STATES, StateBadge } from '../widgets/server-state.tsx';
import css from './overview-page.module.css';

/** How many servers are in each state, as a bar and as figures. */
export function ServerStates({ servers }: { readonly servers: readonly Server[] }) {
  const counts = STATES.map(({ state, tone }) => ({
    state,
    tone,
    number: servers.filter((server) => server.state === state).length,
  })).filter(({ number }) => number > 0);
  if (counts.length === 0) return <p className={css.quiet}>No servers yet.</p>;
  return (
    <>
      <div className={css.states} aria-hidden="true">
        {counts.map(({ state, tone, number }) => (
          <span key={state} data-tone={tone} style={{ flexGrow: number }} />
        ))}
      </div>
      <ul className={css.list}>
        {counts.map(({ state, number }) => (
          <li key={state}>
            <StateBadge state={state} />
            <span className={css.number}>{number}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
