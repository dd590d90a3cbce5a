import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { ALICE, hello, openAgent, type Served, serveChannel } from '../channel-fixture.ts';

const ANN = { name: 'Ann', ip: '203.0.113.7' };

let served: Served;
beforeEach(async () => {
  served = await serveChannel();
});
afterEach(() => served.close());

async function greeted(role: 'proxy' | 'backend', more: Readonly<Record<string, unknown>>) {
  const agent = await openAgent(served.port);
  agent.send(hello(role, more));
  await agent.next('welcome');
  return agent;
}

async function openEdge() {
  const edge = await greeted('proxy', { platform: 'edge', features: ['identity', 'transfers'] });
  const expectPlayer = served.fake.proxies.at(-1)?.client.expect;
  if (expectPlayer === undefined) throw new Error('the edge is not asked');
  return { edge, expectPlayer };
}

async function openLobby() {
  const lobby = await greeted('backend', { features: ['transfers'] });
  const transfer = served.fake.backends.at(-1)?.client.transfer;
  if (transfer === undefined) throw new Error('the lobby is not asked');
  return { lobby, transfer };
}

it('an edge is told where a player goes, and answers in its own words', async () => {
  const { edge, expectPlayer } = await openEdge();
  const told = expectPlayer(ANN, 'arena');
  const { id, ...frame } = await edge.next('player.target');
  expect(frame).toEqual({ type: 'player.target', ...ANN, server: 'arena' });
  edge.send({ type: 'ok', re: id });
  await told;
  const refused = expectPlayer(ANN, 'arena');
  const { id: re } = await edge.next('player.target');
  edge.send({ type: 'error', re, code: 'server_not_found', detail: 'no such server' });
  await expect(refused).rejects.toMatchObject({ code: 'server_not_found', message: 'no such server' });
});

it('a server is told to send a player back, and its refusal is no other error than it may give', async () => {
  const { lobby, transfer } = await openLobby();
  const sent = transfer({ uuid: ALICE, name: 'Ann' });
  const { id: re, ...frame } = await lobby.next('player.transfer');
  expect(frame).toEqual({ type: 'player.transfer', uuid: ALICE, name: 'Ann' });
  lobby.send({ type: 'error', re, code: 'unauthenticated', detail: 'older than 1.20.5' });
  await expect(sent).rejects.toMatchObject({ code: 'platform_unavailable', message: 'older than 1.20.5' });
});

it('nobody is asked who did not name the feature, and no proxy that moves players itself', async () => {
  await greeted('proxy', { platform: 'edge', name: 'older', features: ['identity'] });
  await greeted('proxy', { platform: 'modern', name: 'proxy', features: ['transfers'] });
  await greeted('backend', { features: ['kicks'] });
  expect(served.fake.proxies.map(({ client }) => client.expect)).toEqual([undefined, undefined]);
  expect(served.fake.backends.map(({ client }) => client.transfer)).toEqual([undefined]);
});

it('a server learns where a player can be moved, or why not', async () => {
  const { lobby } = await openLobby();
  served.fake.reach = ['arena'];
  lobby.send({ type: 'player.reach', id: 1, uuid: ALICE });
  expect(await lobby.next('reach')).toEqual({ type: 'reach', re: 1, servers: ['arena'] });
  served.fake.reach = null;
  lobby.send({ type: 'player.reach', id: 2, uuid: ALICE });
  expect(await lobby.next('reach')).toEqual({ type: 'reach', re: 2, servers: null });
  served.fake.refuseCommands = new AppError('player_offline');
  lobby.send({ type: 'player.reach', id: 3, uuid: ALICE });
  expect(await lobby.next('error')).toMatchObject({ re: 3, code: 'player_offline' });
});

it('the servers of a huge network are as many as a frame has room for', async () => {
  const { lobby } = await openLobby();
  served.fake.reach = Array.from({ length: 12_000 }, (_, at) => `server-${at}-${'x'.repeat(40)}`);
  lobby.send({ type: 'player.reach', id: 1, uuid: ALICE });
  const { servers } = await lobby.next('reach');
  expect(Array.isArray(servers) && servers.length).toBeGreaterThan(3_000);
});
