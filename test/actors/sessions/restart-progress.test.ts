import { expect, test } from 'vitest';
import type { Bed } from '../network-fixture.ts';
import { openBed } from '../network-fixture.ts';
import { people } from '../people.ts';

const [SOMEBODY] = people(1);

/** The steps that the stream told of, each once. */
function steps(bed: Bed): (string | null)[] {
  return bed
    .events('server_update')
    .flatMap(({ name, restart }) =>
      name === 'game' && restart !== undefined ? [restart?.phase ?? null] : [],
    );
}

async function open(hubs: readonly string[]) {
  const bed = await openBed({ reboot: { countdownSeconds: 10 } });
  const home = bed.proxy().connect();
  for (const hub of hubs) bed.backend(hub).connect({ type: 'HUB', maxPlayers: 50 });
  const game = bed.backend('game').connect({ state: 'RUNNING' });
  if (SOMEBODY !== undefined) home.enter(SOMEBODY, 'game');
  return { bed, game, progress: () => bed.network.servers.get('game').restart };
}

test('each step of a restart is told in the stream and found in the detail, with the seconds that are left', async () => {
  const { bed, game, progress } = await open(['hub']);
  expect(progress()).toBeNull();
  await bed.network.servers.restart('game');
  expect(progress()).toEqual({ phase: 'countdown', secondsLeft: 10, failure: '' });
  await bed.clock.advance(4000);
  expect(progress()).toMatchObject({ phase: 'countdown', secondsLeft: 6 });
  await bed.clock.advance(6000);
  expect(progress()).toMatchObject({ phase: 'stopping', secondsLeft: 0 });
  game.drop();
  expect(progress()).toMatchObject({ phase: 'returning' });
  game.return({ state: 'IDLE' });
  expect(progress()).toBeNull();
  expect(steps(bed)).toEqual(['countdown', 'evacuating', 'stopping', 'returning', null]);
});

test('why a restart failed stays until the next begins', async () => {
  const { bed, progress } = await open([]);
  await bed.network.servers.restart('game');
  await bed.clock.advance(60_000);
  expect(progress()).toMatchObject({ phase: 'failed', secondsLeft: 0 });
  expect(progress()?.failure).not.toBe('');
  expect(steps(bed).at(-1)).toBe('failed');
  await bed.network.servers.restart('game');
  expect(progress()).toMatchObject({ phase: 'countdown', failure: '' });
});
