import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { playerQuery } from '../api/queries.ts';
import type { PlayerRef } from './player-actions.ts';

/** Which of these players are not online any more. Asks for each once; events say when that changes. */
export function usePlayersGone(players: readonly PlayerRef[]): ReadonlySet<string> {
  const offline = useQueries({
    queries: players.map(({ uuid }) => playerQuery(uuid)),
    combine: (results) =>
      results
        .flatMap(({ data }) => (data?.isOnline === false ? [data.uuid] : []))
        .toSorted()
        .join(),
  });
  return useMemo(() => new Set(offline.split(',')), [offline]);
}
