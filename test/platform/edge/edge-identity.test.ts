import { expect, it } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type EdgeFixture, openEdgeFixture, settled } from './edge-fixture.ts';
import { ENCRYPTION_REQUEST, PASSED } from './fake-upstream.ts';
import { NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const BY = { via: 'api', name: '', uuid: null } as const;
/** 1.16.5, which sends only a name. */
const NAME_ONLY = 754;

async function comeIn(fixture: EdgeFixture, login: Parameters<EdgeFixture['login']>[0]): Promise<Uuid[]> {
  const client = fixture.login(login);
  (await fixture.upstream.next()).send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  const page = fixture.network.players.online({
    sort: 'name',
    order: 'asc',
    search: '',
    limit: null,
    offset: 0,
  });
  return (JSON.parse(Buffer.from(page.bytes).toString()) as { uuid: Uuid }[]).map((player) => player.uuid);
}

it('takes the uuid that the client sends, in a network that checks accounts', async () => {
  expect(await comeIn(await openEdgeFixture(), {})).toEqual([uuid]);
});

it('makes the uuid of the name in a network that does not, whatever the client sends', async () => {
  const fixture = await openEdgeFixture({ edge: { identity: 'offline' } });
  expect(await comeIn(fixture, {})).toEqual([offlineUuid('Notch')]);
});

it('finds the uuid of a player who was online before by the name alone', async () => {
  const fixture = await openEdgeFixture();
  const row = { uuid, name: 'Notch', playtime: 0, firstConnection: 1, lastConnection: 1 };
  await fixture.storage.players.save([row]);
  expect(await comeIn(fixture, { protocol: NAME_ONLY, uuid: null })).toEqual([uuid]);
});

it('makes the uuid of an unknown name when the client sends none', async () => {
  const fixture = await openEdgeFixture();
  expect(await comeIn(fixture, { protocol: NAME_ONLY, uuid: null })).toEqual([offlineUuid('Notch')]);
});

it('recognizes a banned player by the name alone, also with another uuid', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.bans.ban({ uuid, name: 'Notch', time: 'perma', reason: 'x' }, BY);
  await fixture.synced();
  expect(await fixture.login({ protocol: NAME_ONLY, uuid: null }).refusal()).toContain('Banned forever.');
  const pretender = { name: 'notch', uuid: '11111111-1111-4111-8111-111111111111' };
  expect(await fixture.login(pretender).refusal()).toContain('Banned forever.');
});

it('never counts a player as online whose connection stops where the server checks the account', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(ENCRYPTION_REQUEST.subarray(0, 5));
  await client.receive(5);
  upstream.send(ENCRYPTION_REQUEST.subarray(5));
  await client.receive(ENCRYPTION_REQUEST.length - 5);
  fixture.clock.push(20_000);
  expect(fixture.edge.vitals().players).toBe(0);
  // After the account is proved the server goes on, encrypted.
  upstream.send(Buffer.from([0x9a, 0x4c, 0x27, 0x51, 0x03]));
  await client.receive(5);
  fixture.clock.push(2_000);
  expect(fixture.edge.vitals().players).toBe(1);
});

it('keeps a player with two connections online until the last one ends, and reports each change once', async () => {
  const fixture = await openEdgeFixture();
  const first = fixture.login();
  const firstUpstream = await fixture.upstream.next();
  firstUpstream.send(PASSED);
  await first.receive(PASSED.length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  const second = fixture.login();
  const secondUpstream = await fixture.upstream.next();
  secondUpstream.send(PASSED);
  await second.receive(PASSED.length);
  fixture.clock.push(2_000);
  firstUpstream.socket.end();
  await first.closed;
  expect(fixture.edge.vitals().players).toBe(1);
  expect(fixture.network.events.counts()).toMatchObject({ player_join: 1, player_leave: 0 });
  second.socket.end();
  await settled(() => fixture.network.players.onlineCount === 0, fixture);
  expect(fixture.network.events.counts()).toMatchObject({ player_join: 1, player_leave: 1 });
});
