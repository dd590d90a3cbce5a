import { expect, it } from 'vitest';
import { offlineUuid } from '../../../src/platform/edge/protocol/offline-uuid.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type Bed, openBed, settled } from './edge-fixture.ts';
import { ENCRYPTION_REQUEST, PASSED } from './fake-upstream.ts';
import { NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const BY = { via: 'api', name: '', uuid: null } as const;
/** 1.16.5, which sends a name only. */
const NAME_ONLY = 754;

async function comeIn(bed: Bed, login: Parameters<Bed['login']>[0]): Promise<Uuid[]> {
  const client = bed.login(login);
  (await bed.upstream.next()).say(PASSED);
  await client.hear(PASSED.length);
  await settled(() => bed.network.players.onlineCount === 1, bed, 500);
  const page = bed.network.players.online({ sort: 'name', order: 'asc', search: '', limit: null, offset: 0 });
  return (JSON.parse(Buffer.from(page.bytes).toString()) as { uuid: Uuid }[]).map((player) => player.uuid);
}

it('takes the uuid that the client sends, in a network that checks accounts', async () => {
  expect(await comeIn(await openBed(), {})).toEqual([uuid]);
});

it('makes the uuid of the name in a network that does not, whatever the client sends', async () => {
  const bed = await openBed({ edge: { identity: 'offline' } });
  expect(await comeIn(bed, {})).toEqual([offlineUuid('Notch')]);
});

it('knows a player who was here before by the name alone', async () => {
  const bed = await openBed();
  const row = { uuid, name: 'Notch', playtime: 0, firstConnection: 1, lastConnection: 1 };
  await bed.storage.players.save([row]);
  expect(await comeIn(bed, { protocol: NAME_ONLY, uuid: null })).toEqual([uuid]);
});

it('makes the uuid of a name that nobody knows and no client tells', async () => {
  const bed = await openBed();
  expect(await comeIn(bed, { protocol: NAME_ONLY, uuid: null })).toEqual([offlineUuid('Notch')]);
});

it('knows a banned player by the name alone, and in spite of another uuid', async () => {
  const bed = await openBed();
  await bed.network.bans.ban({ uuid, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  await bed.told();
  expect(await bed.login({ protocol: NAME_ONLY, uuid: null }).refusal()).toContain('Banned forever.');
  const pretender = { name: 'notch', uuid: '11111111-1111-4111-8111-111111111111' };
  expect(await bed.login(pretender).refusal()).toContain('Banned forever.');
});

it('never counts as somebody a connection that hangs where the server asks for proof', async () => {
  const bed = await openBed();
  const client = bed.login();
  const behind = await bed.upstream.next();
  behind.say(ENCRYPTION_REQUEST.subarray(0, 5));
  await client.hear(5);
  behind.say(ENCRYPTION_REQUEST.subarray(5));
  await client.hear(ENCRYPTION_REQUEST.length - 5);
  bed.clock.push(20_000);
  expect(bed.edge.vitals().players).toBe(0);
  // With proof given the server goes on, in cipher.
  behind.say(Buffer.from([0x9a, 0x4c]));
  await client.hear(2);
  bed.clock.push(2_000);
  expect(bed.edge.vitals().players).toBe(1);
});

it('keeps a player online who is here twice until the server has ended one of the two, and says so once', async () => {
  const bed = await openBed();
  const first = bed.login();
  const firstBehind = await bed.upstream.next();
  firstBehind.say(PASSED);
  await first.hear(PASSED.length);
  await settled(() => bed.network.players.onlineCount === 1, bed, 500);
  const second = bed.login();
  const secondBehind = await bed.upstream.next();
  secondBehind.say(PASSED);
  await second.hear(PASSED.length);
  bed.clock.push(2_000);
  firstBehind.socket.end();
  await first.closed;
  expect(bed.edge.vitals().players).toBe(1);
  expect(bed.network.events.counts()).toMatchObject({ player_join: 1, player_leave: 0 });
  second.socket.end();
  await settled(() => bed.network.players.onlineCount === 0, bed);
  expect(bed.network.events.counts()).toMatchObject({ player_join: 1, player_leave: 1 });
});
