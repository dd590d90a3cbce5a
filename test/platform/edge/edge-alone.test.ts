import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type Bed, linked, openBed, settled } from './edge-fixture.ts';
import { PASSED } from './fake-upstream.ts';
import { GameClient, loginBytes, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const OTHER = '853c80ef-3c37-49fd-aa49-938b674adae6';
const BY = { via: 'api', name: '', uuid: null } as const;

async function online(bed: Bed, name: string, id: string) {
  const client = bed.login({ name, uuid: id });
  const behind = await bed.upstream.next();
  behind.say(PASSED);
  await client.hear(PASSED.length);
  const before = bed.edge.vitals().players;
  await settled(() => bed.edge.vitals().players > before, bed, 500);
  return { client, behind };
}

async function snapshotOf(bed: Bed): Promise<string> {
  return readFile(join(bed.folder, 'edge-edge.snapshot'), 'utf8').catch(() => '');
}

it('goes on by the last bans and status while the coordinator is away', async () => {
  const bed = await openBed();
  await bed.network.bans.ban({ uuid, name: 'Notch', time: '1h', reason: 'x' }, BY);
  const { banId } = bed.network.bans.activeOf(uuid) ?? {};
  await bed.told();
  await bed.stopCoordinator();
  await settled(() => !bed.edge.isLinked, bed);
  expect(await bed.login().refusal()).toBe(`Banned for 1 hour.\nReason: x\nBan id: ${banId}`);
  await online(bed, 'jeb_', OTHER);
  bed.clock.push(3_600_000);
  bed.login();
  await bed.upstream.next();
});

it('keeps them over a restart of its own, signed, and takes no file that somebody changed', async () => {
  const bed = await openBed();
  await bed.network.proxy.update({ preventJoin: true });
  await bed.told();
  await bed.edge.close();
  await bed.stopCoordinator();
  const snapshot = await snapshotOf(bed);
  expect(snapshot).toContain('"preventJoin":true');

  const again = await bed.openAnother();
  expect(await new GameClient(again.port).say(loginBytes()).refusal()).toBe('Closed');
  await again.close();

  await writeFile(
    join(bed.folder, 'edge-edge.snapshot'),
    snapshot.replace('"preventJoin":true', '"preventJoin":false'),
  );
  const forged = await bed.openAnother();
  expect(await new GameClient(forged.port).say(loginBytes()).refusal()).toBe('Starting.');
  expect(bed.logged('edge.snapshot-unusable')).toBeDefined();
});

it.each([
  ['deny', 'Starting.'],
  ['allow', null],
] as const)('knowing nothing at all, does as it is configured: %s', async (onUnknown, words) => {
  const bed = await openBed({ withCoordinator: false, edge: { onUnknown } });
  const client = bed.login();
  if (words === null) await bed.upstream.next();
  else expect(await client.refusal()).toBe(words);
});

it('drops nobody and doubles nobody when the coordinator goes and comes back', async () => {
  const bed = await openBed();
  const notch = await online(bed, 'Notch', NOTCH);
  const jeb = await online(bed, 'jeb_', OTHER);
  await settled(() => bed.network.players.onlineCount === 2, bed);
  await bed.stopCoordinator();
  await settled(() => !bed.edge.isLinked, bed);
  jeb.client.socket.end();
  await jeb.behind.ended;
  const dinnerbone = await online(bed, 'Dinnerbone', '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6');

  await bed.startCoordinator();
  await settled(() => bed.edge.isLinked, bed, 1_000);
  await settled(() => bed.network.players.onlineCount === 2, bed);
  expect(await bed.network.players.detail(uuid)).toMatchObject({ isOnline: true });
  expect(bed.network.events.counts()).toMatchObject({ player_join: 2, player_leave: 0 });
  for (const { client, behind } of [notch, dinnerbone]) {
    client.say(Buffer.from('still here'));
    const heard = await behind.hear(client.socket.bytesWritten);
    expect(heard.subarray(-10).toString()).toBe('still here');
  }
});

it('sends away whom the coordinator refuses when it comes back', async () => {
  const bed = await openBed({ edge: { onUnknown: 'allow' }, withCoordinator: false });
  const { client } = await online(bed, 'Notch', NOTCH);
  await bed.storage.bans.save(
    { uuid, name: 'Notch', reason: 'x', bannedAt: bed.clock.now(), expires: 0, ip: '' },
    BY,
  );
  await bed.startCoordinator();
  await settled(() => bed.edge.isLinked, bed, 1_000);
  await client.closed;
  await linked(bed.edge, bed);
  expect(await bed.login().refusal()).toContain('Banned forever.');
});

it('lets a player who is online in again when the network is full and it decides alone, and nobody else', async () => {
  const bed = await openBed();
  await bed.network.proxy.update({ maxPlayers: 1 });
  await online(bed, 'Notch', NOTCH);
  await bed.told();
  await bed.stopCoordinator();
  await settled(() => !bed.edge.isLinked, bed);
  expect(await bed.login({ name: 'jeb_', uuid: OTHER }).refusal()).toBe('Full');
  bed.login({ name: 'Notch', uuid: NOTCH });
  await bed.upstream.next();
});

it('decides alone when the coordinator does not answer in time', async () => {
  const bed = await openBed();
  const { network } = bed;
  await network.proxy.update({ preventJoin: true });
  // Everything else of the coordinator is there; only its answers are not.
  const attach = network.agents.attachProxy.bind(network.agents);
  Object.assign(network.agents, {
    attachProxy: (...given: Parameters<typeof attach>) => ({
      ...attach(...given),
      login: () => {
        throw new Error('a bug');
      },
    }),
  });
  const second = await bed.openAnother({ name: 'second' });
  await linked(second, bed);
  expect(await new GameClient(second.port).say(loginBytes()).refusal()).toBe('Closed');
});
