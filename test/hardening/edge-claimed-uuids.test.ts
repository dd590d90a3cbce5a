import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/uuid.ts';
import { type EdgeFixture, openEdgeFixture, settled } from '../platform/edge/edge-fixture.ts';
import { type AcceptedConnection, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, loginBytes, type LoginOptions, NOTCH } from '../platform/edge/game-client.ts';

const VICTIM = NOTCH as Uuid;
const OTHER = '853c80ef-3c37-49fd-aa49-938b674adae6' as Uuid;
const BY = { via: 'api', name: '', uuid: null } as const;

/** A client whom the server behind lets pass: the name is theirs. */
async function enter(
  fixture: EdgeFixture,
  login: LoginOptions,
  port = fixture.edge.port,
): Promise<GameClient> {
  const joins = fixture.network.events.counts().player_join;
  const client = new GameClient(port).send(loginBytes(login));
  (await fixture.upstream.next()).send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.network.events.counts().player_join > joins, fixture, 500);
  return client;
}

function namesOnline(fixture: EdgeFixture): string[] {
  const all = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
  const page = fixture.network.players.online(all);
  const players = JSON.parse(Buffer.from(page.bytes).toString()) as { name: string; uuid: string }[];
  return players.map(({ name, uuid }) => `${name} ${uuid === VICTIM ? 'victim' : 'another'}`);
}

it('shows nobody under their own name as the player whose uuid they claim', async () => {
  const fixture = await openEdgeFixture();
  const row = { uuid: VICTIM, name: 'Notch', playtime: 0, firstConnection: 1, lastConnection: 1 };
  await fixture.storage.players.save([row]);
  const client = await enter(fixture, { name: 'Mallory', uuid: VICTIM });
  expect(namesOnline(fixture)).toEqual(['Mallory another']);
  client.socket.destroy();
});

it('throws nobody out because somebody at a second edge claims their uuid', async () => {
  const fixture = await openEdgeFixture();
  const second = await fixture.openAnother({ name: 'edge-2' });
  await settled(() => second.isConnected, fixture);
  const victim = await enter(fixture, { name: 'Notch', uuid: VICTIM });
  const attacker = await enter(fixture, { name: 'Mallory', uuid: VICTIM }, second.port);
  await settled(() => true, fixture, 100);
  expect(namesOnline(fixture)).toEqual(['Mallory another', 'Notch victim']);
  expect(victim.socket.destroyed).toBe(false);
  for (const { socket } of [victim, attacker]) socket.destroy();
});

it('refuses the name of a banned player from the answer to the ban on, whatever uuid is claimed', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.bans.ban({ uuid: VICTIM, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  expect(await fixture.login({ name: 'notch', uuid: OTHER }).refusal()).toContain('Banned forever.');
});

it('refuses a banned name while one of two bans of it holds', async () => {
  const fixture = await openEdgeFixture();
  for (const uuid of [VICTIM, OTHER]) {
    await fixture.network.bans.ban({ uuid, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  }
  await fixture.synced();
  await fixture.network.bans.unban(OTHER, BY);
  await fixture.synced();
  const login = { name: 'Notch', uuid: '11111111-1111-4111-8111-111111111111' };
  expect(await fixture.login(login).refusal()).toContain('Banned forever.');
});

it('refuses a banned name in an offline network in any case', async () => {
  const fixture = await openEdgeFixture({ edge: { identity: 'offline' } });
  await fixture.network.bans.ban({ uuid: VICTIM, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  expect(await fixture.login({ name: 'nOTCH' }).refusal()).toContain('Banned forever.');
});

it('decides alone by the name and by the uuid that is claimed, while the coordinator is away', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.bans.ban({ uuid: VICTIM, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  await fixture.synced();
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
  expect(await fixture.login({ name: 'notch', uuid: OTHER }).refusal()).toContain('Banned forever.');
  expect(await fixture.login({ name: 'Mallory', uuid: VICTIM }).refusal()).toContain('Banned forever.');
});

describe('an edge that decides alone, where somebody was banned by a uuid that they only claimed', () => {
  /** Mallory was banned as somebody with another's uuid, and then the coordinator went away. */
  async function openAlone() {
    const fixture = await openEdgeFixture();
    const mallory = await enter(fixture, { name: 'Mallory', uuid: VICTIM });
    await fixture.network.bans.ban({ uuid: VICTIM, name: 'Mallory', time: 'perma', reason: 'x' }, BY);
    await mallory.closed;
    await fixture.synced();
    await fixture.stopCoordinator();
    await settled(() => !fixture.edge.isConnected, fixture);
    return fixture;
  }

  it('refuses the banned name, and not the player whose uuid was claimed', async () => {
    const fixture = await openAlone();
    expect(await fixture.login({ name: 'Mallory', uuid: VICTIM }).refusal()).toContain('Banned forever.');
    expect(await fixture.login({ name: 'mallory', uuid: OTHER }).refusal()).toContain('Banned forever.');
    fixture.login({ name: 'Victim', uuid: VICTIM });
    await fixture.upstream.next();
  });

  it('also after it was started anew from its snapshot', async () => {
    const fixture = await openAlone();
    await fixture.edge.close();
    const again = await fixture.openAnother();
    const client = (name: string) => new GameClient(again.port).send(loginBytes({ name, uuid: VICTIM }));
    expect(await client('Mallory').refusal()).toContain('Banned forever.');
    client('Victim');
    await fixture.upstream.next();
  });

  it('throws nobody out of whom it let in, when the coordinator is back', async () => {
    const fixture = await openAlone();
    const victim = fixture.login({ name: 'Victim', uuid: VICTIM });
    (await fixture.upstream.next()).send(PASSED);
    await victim.receive(PASSED.length);
    await settled(() => fixture.edge.vitals().players === 1, fixture, 500);
    await fixture.startCoordinator();
    await settled(() => fixture.edge.isConnected, fixture, 1_000);
    await settled(() => namesOnline(fixture).length === 1, fixture, 100);
    expect(namesOnline(fixture)[0]).toContain('Victim');
    expect(victim.socket.destroyed).toBe(false);
    expect(fixture.edge.vitals().players).toBe(1);
  });
});

describe('who claims, at an edge that decides alone, the uuid of a player who is there', () => {
  /** Victim, whom the network knows, and then Renamed by the same uuid, before either is online. */
  async function openAlone(isRace: boolean) {
    const fixture = await openEdgeFixture();
    const row = { uuid: VICTIM, name: 'Victim', playtime: 0, firstConnection: 1, lastConnection: 1 };
    await fixture.storage.players.save([row]);
    await fixture.stopCoordinator();
    await settled(() => !fixture.edge.isConnected, fixture);
    const begin = async (name: string) => {
      const client = fixture.login({ name, uuid: VICTIM });
      return { client, upstream: await fixture.upstream.next() };
    };
    const victim = await begin('Victim');
    if (!isRace) await letIn(victim);
    const renamed = await begin('Renamed');
    for (const one of isRace ? [victim, renamed] : [renamed]) await letIn(one);
    return { fixture, victim, renamed };
  }

  async function letIn({ client, upstream }: { client: GameClient; upstream: AcceptedConnection }) {
    upstream.send(PASSED);
    await client.receive(PASSED.length);
  }

  it('is told apart from them at once, although they are not online yet', async () => {
    const { fixture } = await openAlone(false);
    await settled(() => fixture.edge.vitals().players === 2, fixture, 500);
  });

  it('is shown beside them as who they are when the coordinator is back, also where both came at once', async () => {
    const { fixture } = await openAlone(true);
    await settled(() => fixture.edge.vitals().players === 1, fixture, 500);
    await fixture.startCoordinator();
    await settled(() => fixture.edge.isConnected, fixture, 1_000);
    await settled(() => namesOnline(fixture).length === 2, fixture, 100);
    expect(namesOnline(fixture)).toEqual(['Renamed another', 'Victim victim']);
    expect(fixture.network.events.counts().player_leave).toBe(0);
  });
});

it('makes a claimed session that of the player whom the game server reports that it is on', async () => {
  const fixture = await openEdgeFixture({ edge: { routes: [] } });
  const upstreams = [{ name: 'lobby', host: '127.0.0.1', port: fixture.upstream.port }];
  const edge = await fixture.openAnother({ name: 'edge-2', routes: [{ host: '*', upstreams }] });
  const identity = { name: 'lobby', platform: 'server', version: '1', epoch: 1 } as const;
  const none = { reboot: async () => undefined, announce: () => undefined, close: () => undefined };
  const session = fixture.network.agents.attachBackend(identity, none);
  session.report({ players: [] });
  await fixture.synced();
  await settled(() => edge.isConnected, fixture, 200);
  const client = await enter(fixture, { name: 'Mallory', uuid: VICTIM }, edge.port);
  session.report({ players: [OTHER], names: ['Mallory'] });
  await settled(() => namesOnline(fixture)[0] === 'Mallory another', fixture, 100);
  expect((await fixture.network.players.detail(OTHER)).name).toBe('Mallory');
  expect(edge.vitals().players).toBe(1);
  client.socket.destroy();
});
