import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BackendClient } from '../../../src/actors/ports.ts';
import { AppError } from '../../../src/domain/errors.ts';
import {
  ALICE,
  BOB,
  greetedAgent,
  hello,
  openAgent,
  type RawAgent,
  type Served,
  serveChannel,
} from '../channel-fixture.ts';

let served: Served;
let backend: RawAgent;
let client: BackendClient;
beforeEach(async () => {
  served = await serveChannel();
  backend = await greetedAgent(served.port, 'backend');
  const attached = served.fake.backends[0];
  if (attached === undefined) throw new Error('no backend');
  client = attached.client;
});
afterEach(() => served.close());

const whole = {
  type: 'server',
  serverType: 'GAME',
  maxPlayers: 16,
  serverId: 'g1',
  gameName: 'Bedwars',
  gameData: '{"map":"x\\u0007"}\n',
  canRejoin: true,
  state: 'WAITING',
  players: [ALICE],
};

it('a server reports everything, then what changed', async () => {
  backend.send(whole);
  const { type: _frame, serverType, ...rest } = whole;
  expect(await served.fake.called('report')).toEqual({ ...rest, type: serverType, playersUnknown: null });
  served.fake.calls.length = 0;
  backend.send({ type: 'server.update', state: 'RUNNING' });
  expect(await served.fake.called('report')).toEqual({ state: 'RUNNING' });
});

it('a change before the whole report is not permitted', async () => {
  backend.send({ type: 'server.update', state: 'RUNNING' });
  expect(await backend.next('error')).toMatchObject({ code: 'not_permitted' });
  expect(served.fake.calls).toEqual([]);
});

it('the progress of a reboot reaches the network', async () => {
  backend.send({ type: 'reboot.progress', reboot: 'r1', phase: 'failed', detail: 'disk full' });
  expect(await served.fake.called('progress')).toEqual({
    reboot: 'r1',
    phase: 'failed',
    detail: 'disk full',
  });
});

it('a menu click moves a player, and a ban names the admin', async () => {
  backend.send({ type: 'player.send', id: 1, uuid: ALICE, server: 'hub-1' });
  expect(await backend.next('ok')).toEqual({ type: 'ok', re: 1 });
  const by = { uuid: BOB, name: 'Bob' };
  const ban = { uuid: ALICE, name: 'Alice', time: '7D', reason: 'griefing' };
  backend.send({ type: 'player.ban', id: 2, by, ...ban });
  expect(await backend.next('ok')).toEqual({ type: 'ok', re: 2 });
  expect(served.fake.calls).toEqual([
    { name: 'send', value: { uuid: ALICE, server: 'hub-1' } },
    { name: 'ban', value: { request: ban, by: { via: 'menu', ...by } } },
  ]);
});

it('a ban in the name of a player who is not on the server is not permitted, and bans nobody', async () => {
  served.fake.absent.add(BOB);
  const by = { uuid: BOB, name: 'Bob' };
  backend.send({ type: 'player.ban', id: 3, by, uuid: ALICE, name: 'Alice', time: 'perma', reason: '' });
  expect(await backend.next('error')).toMatchObject({ re: 3, code: 'not_permitted' });
  expect(served.fake.calls).toEqual([]);
});

it('a player who is not on the server is not moved, and nobody has it rebooted in their name', async () => {
  served.fake.absent.add(BOB);
  backend.send({ type: 'player.send', id: 4, uuid: BOB, server: 'hub-1' });
  expect(await backend.next('error')).toMatchObject({ re: 4, code: 'not_permitted' });
  backend.send({ type: 'server.restart', id: 5, by: { uuid: BOB, name: 'Bob' } });
  expect(await backend.next('error')).toMatchObject({ re: 5, code: 'not_permitted' });
  expect(served.fake.calls).toEqual([]);
});

it('a refused command is answered with its code', async () => {
  served.fake.refuseCommands = new AppError('player_already_banned');
  const by = { uuid: BOB, name: 'Bob' };
  backend.send({ type: 'player.ban', id: 9, by, uuid: ALICE, name: 'Alice', time: 'perma', reason: '' });
  expect(await backend.next('error')).toEqual({
    type: 'error',
    re: 9,
    code: 'player_already_banned',
    detail: 'This player is already banned',
  });
});

it('a reboot resolves once the agent has accepted it, and rejects when it refuses', async () => {
  const taken = client.reboot('r1', 30, 'Restarting');
  const order = await backend.next('reboot');
  expect(order).toMatchObject({ reboot: 'r1', countdownSeconds: 30, message: 'Restarting' });
  backend.send({ type: 'ok', re: order['id'] });
  await taken;
  const refused = expect(client.reboot('r2', 0, '')).rejects.toMatchObject({ code: 'platform_unavailable' });
  backend.send({
    type: 'error',
    re: (await backend.next('reboot'))['id'],
    code: 'not_permitted',
    detail: '',
  });
  await refused;
});

it('a lost connection rejects a reboot that was not answered', async () => {
  const rejected = expect(client.reboot('r1', 30, '')).rejects.toMatchObject({
    code: 'platform_unavailable',
  });
  await backend.next('reboot');
  backend.socket.terminate();
  await rejected;
});

it('a server is asked to kick everybody on it at once', async () => {
  const lobby = await openAgent(served.port);
  lobby.send({ ...hello('backend'), name: 'lobby', features: ['kicks'] });
  await lobby.next('welcome');
  const kick = served.fake.backends.at(-1)?.client.kick;
  if (kick === undefined) throw new Error('no feature');
  const kicks = Array.from({ length: 1_000 }, () => kick({ uuid: ALICE, name: 'Alice' }, 'Closed'));
  for (const _ of kicks) lobby.send({ type: 'ok', re: (await lobby.next('player.kick'))['id'] });
  expect(await Promise.all(kicks)).toEqual(kicks.map(() => true));
});

describe('the commands of one server', () => {
  const command = (id: number) => ({ type: 'player.send', id, uuid: ALICE, server: 'hub-1' });

  it('may be 256 at once; one more is refused, and taken again once the others are done', async () => {
    let release = (): void => {};
    served.fake.heldCommands = new Promise((resolve) => {
      release = resolve;
    });
    for (let id = 1; id <= 257; id += 1) backend.send(command(id));
    expect(await backend.next('error')).toMatchObject({ re: 257, code: 'overloaded' });
    release();
    for (let id = 1; id <= 256; id += 1) await backend.next('ok');
    backend.send(command(258));
    expect(await backend.next('ok')).toEqual({ type: 'ok', re: 258 });
  });

  it('leave room for the next when they are refused', async () => {
    served.fake.refuseCommands = new AppError('player_offline');
    for (let id = 1; id <= 300; id += 1) {
      backend.send(command(id));
      expect(await backend.next('error')).toMatchObject({ re: id, code: 'player_offline' });
    }
  });
});

it('a message for all players of the server reaches it', async () => {
  client.announce('backend', 'soon');
  expect(await backend.next('player.message')).toEqual({
    type: 'player.message',
    server: 'backend',
    message: 'soon',
  });
});
