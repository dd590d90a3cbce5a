import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProxyClient } from '../../../src/actors/ports.ts';
import { ALICE, BOB, greetedAgent, type RawAgent, type Served, serveChannel } from '../channel-fixture.ts';

let served: Served;
let proxy: RawAgent;
let client: ProxyClient;
beforeEach(async () => {
  served = await serveChannel();
  proxy = await greetedAgent(served.port, 'proxy');
  const attached = served.fake.proxies[0];
  if (attached === undefined) throw new Error('no proxy');
  client = attached.client;
});
afterEach(() => served.close());

function player(uuid: string) {
  return { uuid, name: 'A', ip: '10.0.0.1', server: null, joinedAt: 1 };
}

const login = { type: 'player.login', id: 1, uuid: ALICE, name: 'Alice', ip: '10.0.0.1' };

it('an admitted login is answered with its id', async () => {
  proxy.send({ ...login, id: 900_719_925_474_099 });
  expect(await proxy.next('admission')).toEqual({
    type: 'admission',
    re: 900_719_925_474_099,
    allow: true,
  });
});

it('a refused login is answered with code, words and ban id', async () => {
  served.fake.admission = { allow: false, code: 'banned', message: 'Banned: "x"', banId: 'ABCD1234' };
  proxy.send(login);
  expect(await proxy.next('admission')).toEqual({ ...served.fake.admission, type: 'admission', re: 1 });
});

it('an unexpected error is answered with internal_error, and its message is only logged', async () => {
  served.fake.failLogins = true;
  proxy.send(login);
  const answer = await proxy.next('error');
  expect(answer).toMatchObject({ re: 1, code: 'internal_error' });
  expect(JSON.stringify(answer)).not.toContain('a bug');
  expect(served.log.lines).toContainEqual(expect.objectContaining({ event: 'channel.failed' }));
});

it('joins, switches, cancelled logins and leaves reach the network unchanged', async () => {
  proxy.send({ type: 'player.join', uuid: ALICE, name: 'Alice', ip: '::1', server: 'hub-1' });
  proxy.send({ type: 'player.join', uuid: BOB, name: '.Bob the 1st', ip: '10.0.0.2' });
  proxy.send({ type: 'player.switch', uuid: ALICE, server: 'game-1' });
  proxy.send({ type: 'player.cancel', uuid: BOB });
  proxy.send({ type: 'player.leave', uuid: ALICE });
  await served.fake.called('leave');
  expect(served.fake.calls).toEqual([
    { name: 'join', value: { uuid: ALICE, name: 'Alice', ip: '::1', server: 'hub-1' } },
    { name: 'join', value: { uuid: BOB, name: '.Bob the 1st', ip: '10.0.0.2', server: null } },
    { name: 'switch', value: { uuid: ALICE, server: 'game-1' } },
    { name: 'cancel', value: BOB },
    { name: 'leave', value: ALICE },
  ]);
});

it.each([
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['10.0.0.7', '10.0.0.7'],
  ['', ''],
])('the address %j reaches the network as %j, in a login, a join and a list', async (ip, plain) => {
  proxy.send({ ...login, ip });
  expect(await served.fake.called('login')).toMatchObject({ ip: plain });
  proxy.send({ type: 'player.join', uuid: ALICE, name: 'Alice', ip });
  expect(await served.fake.called('join')).toMatchObject({ ip: plain });
  proxy.send({ type: 'players', players: [{ ...player(ALICE), ip }] });
  expect(await served.fake.called('sync')).toEqual([{ ...player(ALICE), ip: plain }]);
});

it('what a client sent reaches the network beside the uuid that it was given, in a join and a list', async () => {
  for (const claim of [BOB, null]) {
    proxy.send({ type: 'player.join', uuid: ALICE, name: 'Alice', ip: '::1', claim });
    expect(await served.fake.called('join')).toMatchObject({ uuid: ALICE, claim });
    proxy.send({ type: 'players', players: [{ ...player(ALICE), claim }] });
    expect(await served.fake.called('sync')).toEqual([{ ...player(ALICE), claim }]);
    served.fake.calls.length = 0;
  }
});

it('an address that is none is refused, also in the form that is read fastest', async () => {
  for (const [at, ip] of ['1.2.3', '10.0.0.256', ':::', 'fe80::1%'].entries()) {
    proxy.send({ ...login, id: at + 1, ip });
    expect([ip, await proxy.next('error')]).toMatchObject([ip, { re: at + 1, code: 'invalid_frame' }]);
  }
});

it('a list in parts reaches the network once, whole', async () => {
  proxy.send({ type: 'players', part: 1, last: false, players: [player(ALICE)] });
  proxy.send({ type: 'players', part: 2, last: true, players: [player(BOB)] });
  expect(await served.fake.called('sync')).toEqual([player(ALICE), player(BOB)]);
  proxy.send({ type: 'parties', parties: [{ id: 'p', leader: ALICE, members: [ALICE, BOB], createdAt: 1 }] });
  expect(await served.fake.called('parties')).toHaveLength(1);
});

it('parties of more than 100 000 members in all are refused', async () => {
  const members = Array.from({ length: 1_000 }, () => ALICE);
  const party = { id: 'p', leader: ALICE, members, createdAt: 1 };
  const parties = [party, party, party, party, party];
  for (let part = 1; part <= 20; part += 1) proxy.send({ type: 'parties', part, last: part === 20, parties });
  expect(await served.fake.called('parties')).toHaveLength(100);
  for (let part = 1; part <= 20; part += 1) proxy.send({ type: 'parties', part, last: false, parties });
  proxy.send({ type: 'parties', part: 21, last: true, parties: [{ ...party, members: [ALICE] }] });
  expect(await proxy.next('error')).toMatchObject({ code: 'invalid_frame' });
  expect(served.fake.calls).toHaveLength(1);
});

it('a part out of order is refused, and half a list is not taken for the whole', async () => {
  proxy.send({ type: 'players', part: 2, last: true, players: [] });
  expect(await proxy.next('error')).toMatchObject({ code: 'invalid_frame' });
  expect(served.fake.calls).toEqual([]);
});

it('a kick resolves true for ok and false for player_not_found, and rejects for another error', async () => {
  const kicks = [client.kick(ALICE, 'bye'), client.kick(ALICE, 'bye'), client.kick(ALICE, 'bye')];
  const outcome = Promise.allSettled(kicks);
  const first = await proxy.next('player.kick');
  expect(first).toMatchObject({ uuid: ALICE, message: 'bye' });
  const second = await proxy.next('player.kick');
  const third = await proxy.next('player.kick');
  proxy.send({ type: 'error', re: third['id'], code: 'internal_error', detail: '' });
  proxy.send({ type: 'error', re: second['id'], code: 'player_not_found', detail: '' });
  proxy.send({ type: 'ok', re: first['id'] });
  expect(await outcome).toMatchObject([
    { value: true },
    { value: false },
    { reason: { code: 'platform_unavailable' } },
  ]);
});

it('a move resolves true for ok, and false for any error', async () => {
  const moved = client.send(ALICE, 'hub-1');
  proxy.send({ type: 'ok', re: (await proxy.next('player.send'))['id'] });
  expect(await moved).toBe(true);
  const refused = client.send(ALICE, 'hub-2');
  const { id } = await proxy.next('player.send');
  proxy.send({ type: 'error', re: id, code: 'server_not_found', detail: '' });
  expect(await refused).toBe(false);
});

it('a request without an answer rejects after 5 s', async () => {
  const kicked = expect(client.kick(ALICE, 'bye')).rejects.toMatchObject({ code: 'platform_unavailable' });
  await proxy.next('player.kick');
  served.clock.advance(5_000);
  await kicked;
});

it('a lost connection rejects requests that were not answered', async () => {
  const kicked = expect(client.kick(ALICE, 'bye')).rejects.toMatchObject({ code: 'platform_unavailable' });
  await proxy.next('player.kick');
  proxy.socket.terminate();
  await kicked;
});

it('an answer without a request is ignored', async () => {
  proxy.send({ type: 'ok', re: 77 });
  proxy.send({ type: 'error', code: 'internal_error', detail: 'x' });
  proxy.send(login);
  await proxy.next('admission');
  expect(served.channel.stats().badFrames).toBe(0);
});

it('a message for one player reaches the proxy', async () => {
  client.sendMessage(ALICE, 'hello §a"you"');
  expect(await proxy.next('player.message')).toEqual({
    type: 'player.message',
    uuid: ALICE,
    message: 'hello §a"you"',
  });
});
