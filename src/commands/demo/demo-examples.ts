import type { Network, OnlineMatch } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { banSome } from './example-bans.ts';
import { makeFriends } from './example-friends.ts';
import { restartInTurn } from './example-restarts.ts';

/** As many players as the examples are about. */
const PLAYERS = 60;

/** What the examples are made with. */
export interface ExampleOptions {
  readonly network: Network;
  /** The embedded database, where a table of friends is made; absent on a database server, which other programs share. */
  readonly database: { readonly file: string; readonly friendsTable: string } | undefined;
  /** The names of the simulated games. */
  readonly games: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Whether nobody has ever played here: a network that somebody has is given no bans and no friends. */
export async function isNewNetwork({ players }: Network): Promise<boolean> {
  const first = { sort: 'name', order: 'asc', search: '', limit: 1, offset: 0, cursor: null } as const;
  const { total } = await players.all(first);
  return total === 0;
}

/**
 * What there is to look at beside players who come and go, among those who are online now: bans, friends, and restarts of
 * the games in turn. Returns the way to stop.
 */
export async function showExamples(options: ExampleOptions, isNew: boolean): Promise<() => void> {
  const { network, database, games, clock, logger } = options;
  if (isNew) {
    const others = await banSome(network.bans, someOnline(network));
    if (database !== undefined) {
      const { file, friendsTable: table } = database;
      makeFriends(others, { file, table, now: clock.now() });
    }
  }
  return restartInTurn({ servers: network.servers, names: games, clock, logger });
}

function someOnline({ players }: Network): OnlineMatch[] {
  return players.search('', PLAYERS).players;
}
