import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, greetedAgent, hello, openAgent, type Served, serveChannel } from '../channel-fixture.ts';

let served: Served;
beforeEach(async () => {
  served = await serveChannel();
});
afterEach(() => served.close());

function player(uuid: string, more: Record<string, unknown> = {}) {
  return { uuid, name: 'Alice', ip: '10.0.0.1', server: 'eu.lobby', joinedAt: 1, ...more };
}

const report = {
  type: 'server',
  serverType: 'HUB',
  maxPlayers: 10,
  serverId: 'x',
  gameName: '',
  gameData: '',
  canRejoin: false,
  state: 'IDLE',
  players: [],
};

describe('a list with an entry that the network cannot express', () => {
  it('is taken without it, and the proxy is told which was left out and why', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    const players = [player(ALICE), player(BOB, { name: 'line\nbreak' }), player('no', { server: 'a/b' })];
    proxy.send({ type: 'players', players });
    expect(await served.fake.called('sync')).toEqual([player(ALICE)]);
    const answer = await proxy.next('error');
    expect(answer).toMatchObject({ code: 'invalid_frame' });
    expect(answer['detail']).toBe(
      'Left out (2): players.1 (22222222-2222-4222-8222-222222222222): name: must be a player name: 1 to 48 visible characters; ' +
        'players.2: uuid: must be a dashed lowercase UUID; server: must be a server name: ' +
        '1 to 64 visible characters without / ? # %, but not "events"',
    );
    expect(served.log.lines).toContainEqual(
      expect.objectContaining({ event: 'channel.bad_frame', detail: answer['detail'] }),
    );
  });

  it('is online without their server, where only the name of that is not allowed', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    proxy.send({ type: 'players', players: [player(ALICE, { server: 'a/b' }), player(BOB)] });
    expect(await served.fake.called('sync')).toEqual([player(ALICE, { server: null }), player(BOB)]);
    expect((await proxy.next('error'))['detail']).toBe(
      'Left out (1): players.0.server (11111111-1111-4111-8111-111111111111): must be a server name: ' +
        '1 to 64 visible characters without / ? # %, but not "events"',
    );
  });

  it('is taken part by part as well', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    proxy.send({ type: 'players', part: 1, last: false, players: [player(ALICE), player('no')] });
    proxy.send({ type: 'players', part: 2, last: true, players: [7, player(BOB)] });
    expect(await served.fake.called('sync')).toEqual([player(ALICE), player(BOB)]);
    expect((await proxy.next('error'))['detail']).toContain('players.1: uuid: must be');
    expect((await proxy.next('error'))['detail']).toContain('players.0: must be an object');
  });

  it('may be a list of parties, or of the players of a server with their names', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    const party = { id: 'p', leader: ALICE, members: [ALICE], createdAt: 1 };
    proxy.send({ type: 'parties', parties: [{ ...party, members: ['no'] }, party] });
    expect(await served.fake.called('parties')).toEqual([party]);
    const backend = await greetedAgent(served.port, 'backend');
    const carol = '33333333-3333-4333-8333-333333333333';
    backend.send({
      ...report,
      players: ['no', ALICE, BOB, carol],
      names: ['Nobody', 'tab\t', 'Bob', 'Carol'],
    });
    // Those without a good name come last, so that each name still stands for its player.
    expect(await served.fake.called('report')).toMatchObject({
      players: [BOB, carol, ALICE],
      names: ['Bob', 'Carol'],
    });
    expect((await backend.next('error'))['detail']).toMatch(/^Left out \(2\): players\.0: .*names\.1: /);
  });

  it('names the first 23 of those left out, however many there are', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    proxy.send({ type: 'players', players: Array.from({ length: 3_000 }, () => player('no')) });
    expect(await served.fake.called('sync')).toEqual([]);
    const detail = String((await proxy.next('error'))['detail']);
    expect(detail.length).toBeLessThanOrEqual(1_000);
    expect(detail).toMatch(/players\.22 and 2977 more$/);
  });
});

describe('a bad field', () => {
  it('in the report of a server is left out, and the rest is taken', async () => {
    const backend = await greetedAgent(served.port, 'backend');
    const { maxPlayers: _, ...rest } = report;
    backend.send({ ...rest, serverType: 'hub', colour: 'red' });
    const { type: __, serverType: ___, ...taken } = rest;
    expect(await served.fake.called('report')).toEqual({ ...taken, playersUnknown: null });
    const { detail } = await backend.next('error');
    for (const key of ['maxPlayers: is required', 'serverType: must be', 'colour: is not a known key'])
      expect(detail).toContain(key);
    backend.send({ type: 'server.update', state: 'RUNNING', maxPlayers: 0 });
    await expect.poll(() => served.fake.calls.map(({ value }) => value)).toContainEqual({ state: 'RUNNING' });
  });

  it('in a join leaves out the server only; in what else identifies the player it refuses the join', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    const join = { type: 'player.join', uuid: ALICE, name: 'Alice', ip: '10.0.0.1' };
    proxy.send({ ...join, name: '' });
    proxy.send({ ...join, server: 'a/b' });
    expect(await served.fake.called('join')).toMatchObject({ uuid: ALICE, server: null });
    expect(served.fake.calls).toHaveLength(1);
    expect((await proxy.next('error'))['detail']).toContain('name: must be');
    expect((await proxy.next('error'))['detail']).toContain('server: must be');
  });

  it('in a message of its role is no strike, however often', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    for (let time = 0; time < 15; time += 1) proxy.send({ type: 'player.leave', uuid: 'no' });
    for (let time = 0; time < 15; time += 1) proxy.send({ type: 'players', players: [player('no')] });
    proxy.send({ type: 'player.login', id: 1, uuid: ALICE, name: '*Alice', ip: '10.0.0.1' });
    expect(await proxy.next('admission')).toMatchObject({ re: 1, allow: true });
    expect(proxy.frames.filter(({ type }) => type === 'error')).toHaveLength(30);
  });

  it('is a strike in a message of the other role, and before the hello', async () => {
    const proxy = await greetedAgent(served.port, 'proxy');
    for (let time = 0; time < 10; time += 1) proxy.send({ ...report, state: 'no' });
    expect((await proxy.closed).code).toBe(1008);
    const early = await openAgent(served.port);
    for (let time = 0; time < 10; time += 1) early.send(hello('proxy', { name: 'a/b' }));
    expect((await early.closed).code).toBe(1008);
  });
});
