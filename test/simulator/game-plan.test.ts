import { expect, it } from 'vitest';
import { isServerName } from '../../src/domain/server.ts';
import { planServers, stateAfter } from '../../src/simulator/game-plan.ts';

it.each([
  [1, 10],
  [4, 100],
  [50, 20_000],
  [1_000, 250_000],
])(
  '%i servers for %i players: every name valid and once, a hub among them, slots for all players',
  (count, players) => {
    const plans = planServers(count, players);
    expect(plans).toHaveLength(count);
    expect(new Set(plans.map(({ name }) => name)).size).toBe(count);
    expect(plans.filter(({ name }) => !isServerName(name))).toEqual([]);
    expect(plans.some(({ type }) => type === 'HUB')).toBe(true);
    expect(plans.reduce((sum, { maxPlayers }) => sum + maxPlayers, 0)).toBeGreaterThanOrEqual(players);
  },
);

it('a game goes through its states and a hub stays idle', () => {
  expect(stateAfter('STARTING', 'GAME')).toBe('IDLE');
  expect(
    ['IDLE', 'WAITING', 'RUNNING', 'ENDING'].map((state) => stateAfter(state as 'IDLE', 'GAME')),
  ).toEqual(['WAITING', 'RUNNING', 'ENDING', 'IDLE']);
  expect(stateAfter('STARTING', 'HUB')).toBe('IDLE');
});
