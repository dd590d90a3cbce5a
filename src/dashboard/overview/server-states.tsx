import type { Server } from '../api/schema.ts';
import { SERVER_STATES, StateBadge } from '../widgets/server-state.tsx';
import css from './overview-page.module.css';

/** How many servers are in each state, as a bar and as numbers. */
export function ServerStates({ servers }: { readonly servers: readonly Server[] }) {
  const counts = SERVER_STATES.map(({ state, tone }) => ({
    state,
    tone,
    total: servers.filter((server) => server.state === state).length,
  })).filter(({ total }) => total > 0);
  if (counts.length === 0) return <p className={css.quiet}>No servers yet.</p>;
  return (
    <>
      <div className={css.states} aria-hidden="true">
        {counts.map(({ state, tone, total }) => (
          <span key={state} data-tone={tone} style={{ flexGrow: total }} />
        ))}
      </div>
      <ul className={css.list}>
        {counts.map(({ state, total }) => (
          <li key={state}>
            <StateBadge state={state} />
            <span className={css.number}>{total}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
