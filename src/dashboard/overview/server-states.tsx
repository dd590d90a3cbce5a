import type { NetworkStatus, Server } from '../api/schema.ts';
import { SERVER_STATES, StateBadge } from '../widgets/server-state.tsx';
import { lostButOnline } from './figures.ts';
import css from './overview-page.module.css';
import { countText } from '../ui/count-text.ts';

/** How many servers are in each state, as a bar and as numbers, and how many of them nobody reaches any more. */
export function ServerStates(props: {
  readonly servers: readonly Server[];
  readonly status: NetworkStatus | undefined;
}) {
  const { servers, status } = props;
  const lost = lostButOnline(servers, status);
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
            <span className={css.number}>{countText(total)}</span>
          </li>
        ))}
      </ul>
      {lost > 0 && (
        <p className={css.quiet}>
          {lost === 1
            ? '1 of these is lost and shown as it was.'
            : `${countText(lost)} of these are lost and shown as they were.`}
        </p>
      )}
    </>
  );
}
