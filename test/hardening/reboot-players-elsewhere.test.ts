import { describe, expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const [ANN, BEN] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben')];
const BOTH = [ANN.uuid, BEN.uuid];

/** Two players on a server that holds them, by a proxy that names no server; and another server, whose secret was stolen. */
async function open() {
  const fixture = await openFixture({ reboot: { countdownSeconds: 0 } });
  const { network, clock } = fixture;
  const home = fixture.proxy().connect();
  fixture.backend('hub').connect({ type: 'HUB' });
  const survival = fixture.backend('survival').connect({ players: [] });
  const evil = fixture.backend('evil').connect({ players: [] });
  for (const one of [ANN, BEN]) home.enter(one);
  survival.session.report({ players: BOTH });
  await clock.advance(5_000);
  return {
    ...fixture,
    home,
    survival,
    evil,
    failure: () => network.servers.get('survival').restart?.failure,
  };
}

describe('a server whose players another one lists', () => {
  it('is not stopped with them on it', async () => {
    const { network, clock, home, survival, evil, failure } = await open();
    home.behaviour = 'refuses';
    evil.session.report({ players: BOTH });
    expect(network.servers.get('survival').players).toBe(0);
    await network.servers.restart('survival');
    await clock.advance(15_000);
    expect(failure()).toBe('players were still on the server');
    expect(survival.reboots).toEqual([]);
  });

  it('is not stopped either once the other one lists nobody again, and is gone', async () => {
    const { network, clock, home, survival, evil, failure } = await open();
    home.behaviour = 'refuses';
    evil.session.report({ players: BOTH });
    evil.session.report({ players: [] });
    evil.drop();
    await clock.advance(13_000);
    expect(network.servers.get('survival').players).toBe(2);
    await network.servers.restart('survival');
    await clock.advance(15_000);
    expect(failure()).toBe('players were still on the server');
    expect(survival.reboots).toEqual([]);
  });

  it('is stopped as soon as they were moved and it lists nobody', async () => {
    const { network, clock, home, survival, evil } = await open();
    evil.session.report({ players: BOTH });
    await network.servers.restart('survival');
    await clock.advance(1_000);
    expect(home.sends.map(({ uuid, server }) => [uuid, server])).toEqual(BOTH.map((uuid) => [uuid, 'hub']));
    expect(survival.reboots).toEqual([]);
    survival.session.report({ players: [] });
    await clock.advance(0);
    expect(survival.reboots).toHaveLength(1);
  });
});

it('a server is stopped once its own list is empty, also where somebody whom nobody lists any more is still shown on it', async () => {
  const { network, clock, survival } = await open();
  survival.session.report({ players: [] });
  expect(network.servers.get('survival').players).toBe(2);
  await network.servers.restart('survival');
  await clock.advance(1_000);
  expect(survival.reboots).toHaveLength(1);
});

it('a server is not stopped while its own list has a player whom the network shows elsewhere', async () => {
  const { network, clock, home, survival } = await open();
  for (const uuid of BOTH) home.switch(uuid, 'hub');
  await network.servers.restart('survival');
  await clock.advance(5_000);
  expect(network.servers.get('survival').players).toBe(0);
  expect(survival.reboots).toEqual([]);
  survival.session.report({ players: [] });
  await clock.advance(0);
  expect(survival.reboots).toHaveLength(1);
});
