import { afterEach, expect, it } from 'vitest';
import type { ServerDetail } from '../../src/domain/resources.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { MAX_MOTD } from '../../src/domain/text/motd.ts';
import { MAX_BYPASS_BYTES, MAX_BYPASS_NAMES } from '../../src/domain/proxy-status.ts';
import { greetedAgent, type RawAgent, type Served, serveChannel } from '../channel/channel-fixture.ts';
import { FakeNetwork } from '../channel/fake-network.ts';

const LIMIT = 256 * 1024;
const MOTD = '🚪'.repeat(512);

let served: Served;
afterEach(() => served.close());

const wide = (at: number, letter = '漢') => `${at.toString(36)}${letter.repeat(48)}`.slice(0, 48);

function serverOf(at: number, state: ServerDetail['state']): ServerDetail {
  return {
    name: `${at.toString(36)}${'漢'.repeat(60)}`,
    type: 'GAME',
    state,
    players: 0,
    maxPlayers: 100,
    gameName: '漢'.repeat(64),
    serverId: 's',
    online: true,
    canRejoin: false,
    gameData: '',
    address: null,
    restart: null,
  };
}

function longestOf(agent: RawAgent): () => number {
  let longest = 0;
  agent.socket.on('message', (data) => {
    longest = Math.max(longest, (data as Buffer).length);
  });
  return () => longest;
}

it('the longest bypass list that can be set reaches an agent whole, beside messages of the day of 512 letters', async () => {
  const fake = new FakeNetwork();
  const names = Array.from({ length: MAX_BYPASS_NAMES }, (_, at) => wide(at, 'x'));
  expect(JSON.stringify(names).length).toBeLessThanOrEqual(MAX_BYPASS_BYTES);
  const most = { motd: MOTD, maintenanceMotd: MOTD, onlinePlayers: 200_000, maxPlayers: 1_000_000 };
  fake.status = { ...fake.status, ...most, maintenanceBypass: names };
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  expect(await proxy.next('status')).toEqual({ type: 'status', status: fake.status });
  expect(served.log.lines.filter(({ event }) => event === 'channel.bypass-too-long')).toEqual([]);
});

it('a bypass list that was stored before there was a bound cuts no agent off: its first names are sent, then the bans', async () => {
  const fake = new FakeNetwork();
  const names = Array.from({ length: 3_000 }, (_, at) => wide(at));
  fake.status = { ...fake.status, motd: MOTD, maintenanceMotd: MOTD, maintenanceBypass: names };
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  const { status } = await proxy.next('status');
  const { maintenanceBypass: sent } = status as typeof fake.status;
  expect(sent.length).toBeGreaterThan(1_500);
  expect(sent).toEqual(names.slice(0, sent.length));
  expect(Buffer.byteLength(JSON.stringify({ type: 'status', status }))).toBeLessThanOrEqual(LIMIT);
  await proxy.next('bans');
  const leftOut = names.length - sent.length;
  expect(served.log.lines).toContainEqual(
    expect.objectContaining({ event: 'channel.bypass-too-long', leftOut }),
  );
});

it('a bypass list of before the bound beside the longest messages of the day cuts no agent off', async () => {
  const fake = new FakeNetwork();
  const names = Array.from({ length: 3_000 }, (_, at) => wide(at));
  const motd = '🚪'.repeat(MAX_MOTD);
  fake.status = { ...fake.status, motd, maintenanceMotd: motd, maintenanceBypass: names };
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  const { status } = await proxy.next('status');
  expect((status as typeof fake.status).motd).toBe(motd);
  expect((status as typeof fake.status).maintenanceBypass.length).toBeGreaterThan(1_000);
  expect(Buffer.byteLength(JSON.stringify({ type: 'status', status }))).toBeLessThanOrEqual(LIMIT);
  await proxy.next('bans');
});

it('many servers that change at once are updates that each fit a frame', async () => {
  const fake = new FakeNetwork();
  fake.servers = Array.from({ length: 1_000 }, (_, at) => serverOf(at, 'WAITING'));
  served = await serveChannel(fake);
  const backend = await greetedAgent(served.port, 'backend');
  const longest = longestOf(backend);
  fake.servers = fake.servers.map((_, at) => serverOf(at, 'RUNNING'));
  fake.emit({ type: 'server_update', data: { name: 'any', state: 'RUNNING' } });
  served.clock.advance(100);
  const running = new Set<string>();
  while (running.size < 1_000) {
    const { servers } = await backend.next('network.update');
    for (const { name, state } of servers as ServerDetail[]) if (state === 'RUNNING') running.add(name);
  }
  expect(longest()).toBeLessThanOrEqual(LIMIT);
});

it('a search that finds a thousand players with long names is answered with as many as fit a frame', async () => {
  const fake = new FakeNetwork();
  const players = Array.from({ length: 1_000 }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid,
    name: wide(at),
    server: '漢'.repeat(64),
  }));
  const search = () => ({ players, total: 4_000 });
  const network = { ...fake.network, players: { ...fake.network.players, search } };
  served = await serveChannel(fake, { network });
  const backend = await greetedAgent(served.port, 'backend');
  const longest = longestOf(backend);
  backend.send({ type: 'player.search', id: 1, search: 'a' });
  const found = await backend.next('player.matches');
  const shown = found['players'] as typeof players;
  expect(shown.length).toBeGreaterThan(500);
  expect(shown).toEqual(players.slice(0, shown.length));
  expect(found['total']).toBe(4_000);
  expect(longest()).toBeLessThanOrEqual(LIMIT);
});

it('a frame that is too long all the same is logged by its type and never written, and the connection stays', async () => {
  const fake = new FakeNetwork();
  fake.admission = { allow: false, code: 'banned', message: 'x'.repeat(LIMIT), banId: 'ABCD1234' };
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  const login = { type: 'player.login', uuid: '11111111-1111-4111-8111-111111111111', name: 'Alice', ip: '' };
  proxy.send({ ...login, id: 1 });
  await served.fake.called('login');
  fake.admission = { allow: true };
  proxy.send({ ...login, id: 2 });
  expect(await proxy.next('admission')).toMatchObject({ re: 2, allow: true });
  expect(served.log.lines).toContainEqual(
    expect.objectContaining({ event: 'channel.frame-too-big', type: 'admission', times: 1 }),
  );
});
