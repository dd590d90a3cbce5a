import type { ReportedState } from '../domain/server.ts';
import type { RandomChoice } from './random-choice.ts';

/** The fixed properties of a simulated server. */
export interface ServerPlan {
  readonly name: string;
  readonly type: 'HUB' | 'GAME';
  readonly gameName: string;
  readonly maxPlayers: number;
  readonly canRejoin: boolean;
}

const GAMES = ['Bed Siege', 'Sky Raid', 'Duels', 'Survival', 'Build Off', 'Hide and Seek'];

/**
 * Plans servers of which a quarter are hubs, at min one. Together they hold more than all players. Those of a process whose
 * proxies are numbered from another number than 1 have it in their names, so that several processes have no server twice.
 */
export function planServers(count: number, players: number, proxiesFrom = 1): ServerPlan[] {
  const part = proxiesFrom === 1 ? '' : `${proxiesFrom}-`;
  const hubs = Math.max(1, Math.round(count / 4));
  const maxPlayers = Math.max(20, Math.ceil((players / count) * 2));
  return Array.from({ length: count }, (_, at) => {
    // Hubs are larger: they hold everybody who is not in a game.
    if (at < hubs)
      return {
        name: `hub-${part}${at + 1}`,
        type: 'HUB',
        gameName: '',
        maxPlayers: maxPlayers * 2,
        canRejoin: false,
      };
    const game = at - hubs;
    const gameName = GAMES[game % GAMES.length] ?? '';
    const number = Math.floor(game / GAMES.length) + 1;
    const name = `${gameName.toLowerCase().replaceAll(' ', '-')}-${part}${number}`;
    return { name, type: 'GAME', gameName, maxPlayers, canRejoin: game % 3 === 0 };
  });
}

/** What follows a state of a game, and how long the state lasts, in milliseconds. */
const STATES: Readonly<Record<ReportedState, { next: ReportedState; min: number; max: number }>> = {
  STARTING: { next: 'IDLE', min: 1_000, max: 2_000 },
  IDLE: { next: 'WAITING', min: 3_000, max: 10_000 },
  WAITING: { next: 'RUNNING', min: 10_000, max: 30_000 },
  RUNNING: { next: 'ENDING', min: 30_000, max: 120_000 },
  ENDING: { next: 'IDLE', min: 4_000, max: 8_000 },
};

/** The state after this one. A hub has no games, so it stays idle. */
export function stateAfter(state: ReportedState, type: 'HUB' | 'GAME'): ReportedState {
  return type === 'HUB' ? 'IDLE' : STATES[state].next;
}

/** How long a server stays in a state this time, in milliseconds. */
export function stateDurationMs(state: ReportedState, random: RandomChoice): number {
  return random.between(STATES[state].min, STATES[state].max);
}
