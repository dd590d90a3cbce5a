import { expect, test } from 'vitest';
import type { NetworkFixture } from '../../network-fixture.ts';
import { openFixture } from '../../network-fixture.ts';
import { testPlayers } from '../../test-players.ts';

const [SOMEBODY] = testPlayers(1);

/** The steps that the stream announced, each once. */
function steps(fixture: NetworkFixture): (string | null)[] {
  return fixture
    .events('server_update')
    .flatMap(({ name, restart }) =>
      name === 'game' && restart !== undefined ? [restart?.phase ?? null] : [],
    );
}

async function open(hubs: readonly string[]) {
  const fixture = await openFixture({ reboot: { countdownSeconds: 10 } });
  const home = fixture.proxy().connect();
  for (const hub of hubs) fixture.backend(hub).connect({ type: 'HUB', maxPlayers: 50 });
  const game = fixture.backend('game').connect({ state: 'RUNNING' });
  if (SOMEBODY !== undefined) home.enter(SOMEBODY, 'game');
  return { fixture, game, progress: () => fixture.network.servers.get('game').restart };
}

test('each step of a restart is announced in the stream and shown in the detail, with the seconds that are left', async () => {
  const { fixture, game, progress } = await open(['hub']);
  expect(progress()).toBeNull();
  await fixture.network.servers.restart('game');
  expect(progress()).toEqual({ phase: 'countdown', secondsLeft: 10, failure: '' });
  await fixture.clock.advance(4000);
  expect(progress()).toMatchObject({ phase: 'countdown', secondsLeft: 6 });
  await fixture.clock.advance(6000);
  expect(progress()).toMatchObject({ phase: 'stopping', secondsLeft: 0 });
  game.drop();
  expect(progress()).toMatchObject({ phase: 'returning' });
  game.return({ state: 'IDLE' });
  expect(progress()).toBeNull();
  expect(steps(fixture)).toEqual(['countdown', 'evacuating', 'stopping', 'returning', null]);
});

test('why a restart failed stays until the next begins', async () => {
  const { fixture, progress } = await open([]);
  await fixture.network.servers.restart('game');
  await fixture.clock.advance(60_000);
  expect(progress()).toMatchObject({ phase: 'failed', secondsLeft: 0 });
  expect(progress()?.failure).not.toBe('');
  expect(steps(fixture).at(-1)).toBe('failed');
  await fixture.network.servers.restart('game');
  expect(progress()).toMatchObject({ phase: 'countdown', failure: '' });
});
