import { describe, expect, it } from 'vitest';
import { writeFrame } from '../../src/platform/edge/protocol/frame.ts';
import { informed, openEdgeFixture, settled, type EdgeFixture } from '../platform/edge/edge-fixture.ts';
import { type AcceptedConnection, ENCRYPTION_REQUEST, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, handshake, loginBytes, MODERN } from '../platform/edge/game-client.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';
import { testPlayer } from '../actors/test-players.ts';

const BY = { via: 'api', name: '', uuid: null } as const;
/** What an encrypted success looks like in between. */
const ENCRYPTED = Buffer.alloc(40, 0x5c);

interface Login {
  readonly client: GameClient;
  readonly upstream: AcceptedConnection;
}

/** A login of a test player, whose server says nothing yet. */
async function begin(fixture: EdgeFixture, number: number, name = testPlayer(number).name): Promise<Login> {
  const client = fixture.login({ ...testPlayer(number), name });
  return { client, upstream: await fixture.upstream.next() };
}

/** A login whose server has asked for proof. */
async function wait(fixture: EdgeFixture, number: number): Promise<Login> {
  const login = await begin(fixture, number);
  login.upstream.send(ENCRYPTION_REQUEST);
  await login.client.receive(ENCRYPTION_REQUEST.length);
  return login;
}

/** The client proves its account, and plays from now on. */
async function finish({ client, upstream }: Login): Promise<void> {
  upstream.send(ENCRYPTED);
  await client.receive(ENCRYPTED.length);
}

async function online(fixture: EdgeFixture, number: number): Promise<Login> {
  const login = await wait(fixture, number);
  const before = fixture.edge.vitals().players;
  await finish(login);
  await settled(() => fixture.edge.vitals().players > before, fixture, 500);
  return login;
}

async function ban(fixture: EdgeFixture, number: number): Promise<void> {
  const { uuid, name } = testPlayer(number);
  await fixture.network.bans.ban({ uuid, name, time: '1h', reason: 'x' }, BY);
}

/** Turns maintenance on or off, and waits until the edge has heard of it: its server list says so. */
async function turn(fixture: EdgeFixture, maintenance: boolean, kickPlayers = false): Promise<void> {
  const patch = { maintenance, motd: 'it is open', maintenanceMotd: 'it is closed' };
  await fixture.network.proxy.update(patch, kickPlayers);
  const shown = maintenance ? patch.maintenanceMotd : patch.motd;
  for (let list = ''; !list.includes(shown); ) {
    await settled(() => true, fixture, 100);
    const client = fixture.connect().send(handshake(MODERN, 1), writeFrame(0));
    list = (await client.packet()).text();
    client.socket.destroy();
  }
}

async function cut(fixture: EdgeFixture): Promise<void> {
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
}

function openOf(logins: readonly Login[]): Login[] {
  return logins.filter(({ client }) => !client.socket.closed && client.socket.readable);
}

describe('a ban, as soon as the edge hears of it', () => {
  it('ends every login of the player that has not joined, and none of others', async () => {
    const fixture = await openEdgeFixture();
    const half: Login[] = [];
    for (let count = 0; count < 16; count += 1) half.push(await wait(fixture, 1));
    const unanswered = await begin(fixture, 1);
    const other = await wait(fixture, 2);
    await ban(fixture, 1);
    await fixture.synced();
    await settled(() => fixture.edge.vitals().joining === 1, fixture);
    for (const { client, upstream } of half) {
      expect(await client.everything()).toEqual(ENCRYPTION_REQUEST);
      await upstream.ended;
    }
    expect(await unanswered.client.refusal()).toContain('Banned for 1 hour.');
    await finish(other);
    await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  });

  it('ends also who was let in less than two seconds ago', async () => {
    const fixture = await openEdgeFixture();
    const login = await wait(fixture, 1);
    await finish(login);
    await ban(fixture, 1);
    await login.client.closed;
    expect(fixture.logged('edge.refused')).toMatchObject({ code: 'banned' });
    expect(fixture.network.events.counts().player_join).toBe(0);
  });

  it('leaves the server half a second to say it to whom it has let in', async () => {
    const fixture = await openEdgeFixture();
    const clock = new SyncTestClock();
    const second = await fixture.openAnother({ name: 'second', clock });
    await informed(second, fixture);
    const enter = async (): Promise<Login> => {
      const client = new GameClient(second.port).send(loginBytes(testPlayer(1)));
      const upstream = await fixture.upstream.next();
      upstream.send(PASSED);
      await client.receive(PASSED.length);
      return { client, upstream };
    };
    const [told, silent] = [await enter(), await enter()];
    await ban(fixture, 1);
    await fixture.synced();
    await settled(() => fixture.logged('edge.refused') !== undefined, fixture);
    const words = Buffer.from('You are banned');
    told.upstream.send(words);
    told.upstream.socket.end();
    expect(await told.client.everything()).toEqual(Buffer.concat([PASSED, words]));
    expect(openOf([silent])).toHaveLength(1);
    // A client that sends no more reads no longer for it.
    silent.client.socket.end();
    await silent.upstream.ended;
    clock.advance(500);
    await silent.client.closed;
    clock.advance(2_000);
    expect(second.vitals().players).toBe(0);
  });

  it('ends a login under the name of the ban, in any case and by any uuid', async () => {
    const fixture = await openEdgeFixture();
    const named = await begin(fixture, 2, testPlayer(1).name.toUpperCase());
    await ban(fixture, 1);
    expect(await named.client.refusal()).toContain('Banned for 1 hour.');
  });

  it('does so also where the edge hears of it only when its link is back', async () => {
    const fixture = await openEdgeFixture();
    await cut(fixture);
    const login = await wait(fixture, 1);
    const { uuid, name } = testPlayer(1);
    const row = { uuid, name, reason: 'x', bannedAt: fixture.clock.now(), expires: 0, ip: '' };
    await fixture.storage.bans.save(row, BY);
    await fixture.startCoordinator();
    await settled(() => fixture.edge.isConnected, fixture, 1_000);
    await login.client.closed;
    expect(fixture.logged('edge.refused')).toMatchObject({ code: 'banned' });
  });
});

describe('a login that began before maintenance', () => {
  it.each(['maintenance', 'prevented joins'])('does not get in afterwards: %s', async (closing) => {
    const fixture = await openEdgeFixture();
    const half: Login[] = [];
    for (let count = 0; count < 3; count += 1) half.push(await wait(fixture, 1));
    if (closing === 'maintenance') await turn(fixture, true, true);
    else {
      await fixture.network.proxy.update({ preventJoin: true });
      await fixture.synced();
    }
    for (const { client, upstream } of half) {
      upstream.send(ENCRYPTED);
      // Not a byte of what the server says is passed on.
      expect(await client.everything()).toEqual(ENCRYPTION_REQUEST);
      await upstream.ended;
    }
    expect(fixture.network.events.counts().player_join).toBe(0);
    await settled(() => fixture.network.vitals().slotsReserved === 0, fixture);
  });

  it('does not get in while the link of the edge is away either, nor stay when it is back', async () => {
    const fixture = await openEdgeFixture();
    const login = await wait(fixture, 1);
    await turn(fixture, true, true);
    await cut(fixture);
    login.upstream.send(ENCRYPTED);
    expect(await login.client.everything()).toEqual(ENCRYPTION_REQUEST);
  });

  it('does not join, where it was let in just before and the link is away by then', async () => {
    const fixture = await openEdgeFixture();
    const clock = new SyncTestClock();
    const second = await fixture.openAnother({ name: 'second', clock });
    await informed(second, fixture);
    const client = new GameClient(second.port).send(loginBytes(testPlayer(1)));
    (await fixture.upstream.next()).send(PASSED);
    await client.receive(PASSED.length);
    await fixture.network.proxy.update({ preventJoin: true });
    await fixture.synced();
    await cut(fixture);
    await settled(() => !second.isConnected, fixture);
    clock.advance(2_000);
    await client.closed;
    expect(second.vitals().players).toBe(0);
  });

  it('plays where it is over by then, where the name is on the bypass list, and who was online stays', async () => {
    const fixture = await openEdgeFixture();
    const before = await online(fixture, 1);
    const patient = await wait(fixture, 2);
    const exempt = await wait(fixture, 3);
    await fixture.network.proxy.addBypass(testPlayer(3).name);
    await turn(fixture, true);
    await finish(exempt);
    await settled(() => fixture.network.players.onlineCount === 2, fixture, 500);
    await turn(fixture, false);
    await finish(patient);
    await settled(() => fixture.network.players.onlineCount === 3, fixture, 500);
    for (const { client } of [before, patient, exempt]) expect(client.socket.destroyed).toBe(false);
  });
});

describe('an edge alone', () => {
  it('lets no more in than there are places, however many begin at once', async () => {
    const fixture = await openEdgeFixture();
    await fixture.network.proxy.update({ maxPlayers: 10 });
    await fixture.synced();
    await cut(fixture);
    const logins: Login[] = [];
    for (let number = 1; number <= 25; number += 1) logins.push(await wait(fixture, number));
    for (const { upstream } of logins) upstream.send(ENCRYPTED);
    await settled(() => openOf(logins).length <= 10, fixture);
    await settled(() => fixture.edge.vitals().players >= 10, fixture, 2_500);
    expect([openOf(logins).length, fixture.edge.vitals().players]).toEqual([10, 10]);
    // Logins under way are no players: nobody is kept out by those who never join.
    expect(await fixture.login(testPlayer(30)).refusal()).toBe('Full');
    openOf(logins)[0]?.client.socket.destroy();
    await settled(() => fixture.edge.vitals().players === 9, fixture);
    await online(fixture, 31);
  });

  it('lets in who was online and comes anew, although the server ends the first connection for the second', async () => {
    const fixture = await openEdgeFixture();
    await fixture.network.proxy.update({ maxPlayers: 2 });
    await fixture.synced();
    const first = await online(fixture, 1);
    await online(fixture, 2);
    await fixture.synced();
    await cut(fixture);
    const again = await wait(fixture, 1);
    first.client.socket.destroy();
    await settled(() => fixture.edge.vitals().players === 1, fixture);
    again.upstream.send(ENCRYPTED);
    await settled(() => fixture.edge.vitals().players === 2, fixture, 2_500);
    expect(again.client.socket.destroyed).toBe(false);
  });

  it('nor by one uuid under many names', async () => {
    const fixture = await openEdgeFixture();
    await fixture.network.proxy.update({ maxPlayers: 2 });
    await fixture.synced();
    await cut(fixture);
    const logins: Login[] = [];
    for (let number = 1; number <= 5; number += 1) logins.push(await begin(fixture, 1, `Name${number}`));
    for (const { upstream } of logins) upstream.send(PASSED);
    await settled(() => openOf(logins).length <= 2, fixture);
    await settled(() => fixture.edge.vitals().players > 0, fixture, 2_500);
    expect(openOf(logins)).toHaveLength(2);
  });

  it('nor of those whom the coordinator had admitted beyond the places', async () => {
    const fixture = await openEdgeFixture();
    const logins: Login[] = [];
    for (let number = 1; number <= 20; number += 1) logins.push(await wait(fixture, number));
    await fixture.network.proxy.update({ maxPlayers: 10 });
    await fixture.synced();
    await cut(fixture);
    for (const { upstream } of logins) upstream.send(ENCRYPTED);
    await settled(() => openOf(logins).length <= 10, fixture);
    await settled(() => fixture.edge.vitals().players >= 10, fixture, 2_500);
    expect([openOf(logins).length, fixture.edge.vitals().players]).toEqual([10, 10]);
    await fixture.startCoordinator();
    await settled(() => fixture.edge.isConnected, fixture, 1_000);
    await settled(() => fixture.network.players.onlineCount === 10, fixture, 500);
  });
});
