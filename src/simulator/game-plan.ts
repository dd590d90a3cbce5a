import type { ReportedState } from '../domain/server.ts';
import type { RandomChoice } from './random-choice.ts';

/** What a simulated server is. */
export interface ServerPlan {
  readonly name: string;
  readonly type: 'HUB' | 'GAME';
  readonly gameName: string;
  readonly maxPlayers: number;
  readonly canRejoin: boolean;
}

const GAMES = ['Bed Siege', 'Sky Raid', 'Duels', 'Survival', 'Build Off', 'Hide and Seek'];

/** A quarter of the servers are hubs, one at least; together they hold the players with room to spare. */
export function planServers(count: number, players: number): ServerPlan[] {
  const hubs = Math.max(1, Math.round(count / 4));
  const maxPlayers = Math.max(20, Math.ceil((players / count) * 2));
  return Array.from({ length: count }, (_, at) => {
    // One hub must be able to hold whoever is not in a game.
    if (at < hubs)
      return {
        name: `hub-${at + 1}`,
        type: 'HUB',
        gameName: '',
        maxPlayers: maxPlayers * 2,
        canRejoin: false,
      };
    const game = at - hubs;
    const gameName = GAMES[game % GAMES.length] ?? '';
    const number = Math.floor(game / GAMES.length) + 1;
    const name = `${gameName.toLowerCase().replaceAll(' ', '-')}-${number}`;
    return { name, type: 'GAME', gameName, maxPlayers, canRejoin: game % 3 === 0 };
  });
}

/** How a game goes round: what follows a state, and how long the state lasts, in milliseconds. */
const ROUND: Readonly<Record<ReportedState, { next: ReportedState; least: number; most: number }>> = {
  STARTING: { next: 'IDLE', least: 1_000, most: 2_000 },
  IDLE: { next: 'WAITING', least: 3_000, most: 10_000 },
  WAITING: { next: 'RUNNING', least: 10_000, most: 30_000 },
  RUNNING: { next: 'ENDING', least: 30_000, most: 120_000 },
  ENDING: { next: 'IDLE', least: 4_000, most: 8_000 },
};

/** The state after this one. A hub has no games, so it stays idle. */
export function stateAfter(state: ReportedState, type: 'HUB' | 'GAME'): ReportedState {
  return type === 'HUB' ? 'IDLE' : ROUND[state].next;
}

/** How long a server stays in a state, in milliseconds. */
export function stateLasts(state: ReportedState, random: RandomChoice): number {
  return random.between(ROUND[state].least, ROUND[state].most);
}
