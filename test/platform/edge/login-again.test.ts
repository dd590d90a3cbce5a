import { expect, it } from 'vitest';
import type { ActiveBan } from '../../../src/actors/network.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { AdmittedLogin } from '../../../src/platform/edge/edge-admission.ts';
import { type PlayerSession, PlayerSessions } from '../../../src/platform/edge/player-sessions.ts';
import { EdgeReplica } from '../../../src/platform/edge/replica/edge-replica.ts';
import { admissionOf } from '../../actors/identity/alone-decision.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';

const OWNER = '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid;
const HEIR = '853c80ef-3c37-49fd-aa49-938b674adae6' as Uuid;
const OPEN = {
  maintenance: false,
  motd: '',
  maintenanceMotd: '',
  preventJoin: false,
  onlinePlayers: 0,
  maxPlayers: 10,
  maintenanceBypass: [],
};
const CLOSED = { ...OPEN, maintenance: true };

function banOf(uuid: Uuid, name: string, banId = 'b1', claimed?: boolean): ActiveBan {
  const ban = { uuid, name, expires: 0, reason: 'x', banId };
  return claimed === undefined ? ban : { ...ban, claimed };
}

/** What passes this login on to a server. */
function sessionOf(login: AdmittedLogin): PlayerSession {
  return {
    ...login,
    ip: '',
    isForwarded: true,
    server: null,
    seenOn: null,
    joinedAt: null,
    holdsSlot: false,
    learnServer: () => false,
    refuse: () => undefined,
    kick: () => Promise.resolve(true),
    message: () => Promise.resolve(),
  };
}

/** An edge whose coordinator admits everybody, and what it had heard of before. */
function open(bans: ActiveBan[] = [], status = OPEN) {
  const replica = new EdgeReplica();
  replica.apply({ type: 'status', status });
  replica.apply({ type: 'bans', version: 1, bans });
  const sessions = new PlayerSessions(
    { send: () => true, cancel: () => true, supports: () => true },
    () => 1,
  );
  const client = {
    login: () => Promise.resolve({ type: 'admission' as const, re: 0, allow: true }),
    find: () => Promise.reject(new Error('not asked')),
    supports: () => true,
    connected: true,
  };
  const admission = admissionOf(client, replica, sessions, new SyncTestClock());
  const login = async (name: string, uuid: Uuid): Promise<AdmittedLogin> => {
    const { basis } = await admission.decide({ name, uuid, isNameValid: true }, '192.0.2.1');
    return { uuid, name, claim: uuid, isLetIn: false, basis };
  };
  return { replica, admission, sessions, login, client };
}

it('an heir whom the coordinator admitted under the name of a ban is not refused for it', async () => {
  const { replica, admission, login } = open([banOf(OWNER, 'Name')]);
  const heir = await login('Name', HEIR);
  expect(admission.again(heir)).toEqual({ allow: true });
  // Nor when the list of the bans comes again with a new link.
  replica.apply({ type: 'bans', version: 2, bans: [banOf(OWNER, 'Name')] });
  expect(admission.again(heir)).toEqual({ allow: true });
  replica.apply({ type: 'ban.add', version: 3, ban: banOf(HEIR, 'Name', 'b2') });
  expect(admission.again(heir)).toMatchObject({ allow: false, code: 'banned' });
});

it('a ban that is new in the list of a new link refuses', async () => {
  const { replica, admission, login } = open([banOf(OWNER, 'Name')]);
  const one = await login('Another', HEIR);
  replica.apply({ type: 'bans', version: 2, bans: [banOf(OWNER, 'Name'), banOf(HEIR, 'Another', 'b2')] });
  expect(admission.bannedSince(one)).toMatchObject({ allow: false, code: 'banned' });
  replica.apply({ type: 'ban.remove', version: 3, uuid: HEIR });
  expect(admission.bannedSince(one)).toEqual({ allow: true });
});

it('a ban on a claim refuses nobody else who sends the uuid that was claimed', async () => {
  const { replica, admission, login } = open();
  const owner = await login('Owner', OWNER);
  const banned = await login('Mallory', OWNER);
  replica.apply({ type: 'ban.add', version: 2, ban: banOf(OWNER, 'Mallory', 'b1', true) });
  expect(admission.bannedSince(owner)).toEqual({ allow: true });
  expect(admission.bannedSince(banned)).toMatchObject({ allow: false, code: 'banned' });
});

it('whom the coordinator admitted after maintenance is not refused for what the edge had heard before', async () => {
  const { replica, admission, login } = open([], CLOSED);
  const one = await login('Name', HEIR);
  expect(admission.again(one)).toEqual({ allow: true });
  replica.apply({ type: 'status.count', onlinePlayers: 3 });
  expect(admission.again(one)).toEqual({ allow: true });
  replica.apply({ type: 'status', status: { ...CLOSED, motd: 'changed' } });
  expect(admission.again(one)).toMatchObject({ allow: false, code: 'maintenance' });
});

it.each([
  ['another player', OWNER],
  ['another name by the same uuid', HEIR],
])('alone, %s takes a place as soon as a server has let them in', async (_, uuid) => {
  const { replica, admission, sessions, login } = open();
  replica.apply({ type: 'status', status: { ...OPEN, maxPlayers: 1 } });
  const one = await login('Name', HEIR);
  const alone = { ...one, basis: { ...one.basis, isAlone: true, hasPlace: false } };
  expect(admission.again(alone)).toEqual({ allow: true });
  const other = sessionOf(await login('Other', uuid));
  sessions.add(other);
  // A login under way takes none.
  expect(admission.again(alone)).toEqual({ allow: true });
  sessions.letIn(other);
  expect(admission.again(alone)).toMatchObject({ allow: false, code: 'network_full' });
  sessions.remove(other);
  expect(admission.again(alone)).toEqual({ allow: true });
});

it('capacity is the coordinator’s as long as it decides on the join', async () => {
  const { replica, admission, login } = open();
  const one = await login('Name', HEIR);
  replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 10 } });
  expect(admission.again(one)).toEqual({ allow: true });
  expect(admission.again({ ...one, basis: { ...one.basis, isAlone: true, hasPlace: false } })).toMatchObject({
    allow: false,
    code: 'network_full',
  });
});

it('who was online comes in on their own place, also where the server has ended the first connection by then', async () => {
  const { replica, admission, login } = open();
  replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 10 } });
  const one = await login('Name', HEIR);
  for (const isLetIn of [false, true]) {
    const alone = { ...one, isLetIn, basis: { ...one.basis, isAlone: true, hasPlace: true } };
    expect(admission.again(alone)).toEqual({ allow: true });
    replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 11 } });
    expect(admission.again(alone)).toMatchObject({ allow: false, code: 'network_full' });
    replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 10 } });
  }
});

it('whom the coordinator admitted is not refused for a count that nobody corrects while the link is away', async () => {
  const { replica, admission, login, client } = open();
  const one = await login('Name', HEIR);
  replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 10 } });
  client.connected = false;
  expect(admission.again(one)).toEqual({ allow: true });
  expect(admission.again({ ...one, isLetIn: true })).toEqual({ allow: true });
});

it('alone, who is online and comes anew with a client that sends no uuid has their own place', async () => {
  const { replica, admission, sessions, login, client } = open();
  const session = sessionOf({ ...(await login('Name', HEIR)), isLetIn: true });
  sessions.add(session);
  sessions.join(session);
  replica.apply({ type: 'status', status: { ...OPEN, onlinePlayers: 1, maxPlayers: 1 } });
  client.login = () => Promise.reject(new Error('away'));
  const start = { uuid: null, isNameValid: true };
  expect(await admission.decide({ ...start, name: 'name' }, '192.0.2.1')).toMatchObject({
    uuid: HEIR,
    admission: { allow: true },
  });
  expect(await admission.decide({ ...start, name: 'Other' }, '192.0.2.1')).toMatchObject({
    admission: { allow: false, code: 'network_full' },
  });
});
