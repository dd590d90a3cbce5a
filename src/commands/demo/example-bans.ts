import type { BanDirectory, OnlineMatch } from '../../actors/network.ts';
import type { BanTime } from '../../domain/time/ban-time.ts';

/** How many players it takes to ban one of them. */
const PLAYERS_FOR_A_BAN = 10;
const BY = { via: 'api', name: 'demo', uuid: null } as const;

const EXAMPLES: readonly { readonly time: BanTime; readonly reason: string; readonly isLifted?: true }[] = [
  { time: 'perma', reason: 'Cheating: flight' },
  { time: '30D', reason: 'Advertising another network' },
  { time: '24h', reason: 'Insulting others', isLifted: true },
  { time: '1h', reason: 'Spam' },
  { time: 'perma', reason: 'Ban evasion', isLifted: true },
  { time: '7D', reason: 'Griefing' },
];

/**
 * Bans some of the players: for good, for a time, and two whose bans are lifted again. No more than every tenth, so that a
 * small crowd stays one. Answers who was not banned.
 */
export async function banSome(bans: BanDirectory, players: readonly OnlineMatch[]): Promise<OnlineMatch[]> {
  const chosen = new Set<OnlineMatch>();
  for (const [at, { time, reason, isLifted }] of EXAMPLES.entries()) {
    const player = players[(at + 1) * PLAYERS_FOR_A_BAN - 1];
    if (player === undefined) break;
    chosen.add(player);
    const { uuid, name } = player;
    await bans.ban({ uuid, name, time, reason }, BY);
    if (isLifted === true) await bans.unban(uuid, BY);
  }
  return players.filter((player) => !chosen.has(player));
}
