import { afterEach, expect, test } from 'vitest';
import type { FriendsOptions } from '../../src/storage/stores/friend-table.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { RunningClock } from '../fixtures/test-clock.ts';
import { somePlayer, someUuid } from './storage-rows.ts';
import { type Implementation, open, type Opened } from './storage-database.ts';

const GUESSED = { player: null, friend: null, since: null };

export function friendContract(implementation: () => Implementation): void {
  let opened: Opened | undefined;
  afterEach(async () => {
    await opened?.storage.close();
    opened = undefined;
  });
  /** Opens a database that has the table already, because its columns are read when the storage opens. */
  const openWith = async (statements: string[], friends?: FriendsOptions) => {
    const database = await implementation().createDatabase();
    for (const statement of statements) await database.run(statement);
    opened = await open(database, friends === undefined ? {} : { friends });
    return opened;
  };
  const friendsOf = async (uuid: Uuid) => opened?.storage.friends.friendsOf(uuid);

  test('without the table there are no friends and no warning', async () => {
    const { log } = await openWith([]);
    expect(await friendsOf(someUuid())).toEqual([]);
    expect(log.filter(({ event }) => event !== 'storage.migrated')).toEqual([]);
  });

  test('friends are read in both directions, each once, oldest first, with their current names', async () => {
    const [me, a, b, c, stranger] = [someUuid(), someUuid(), someUuid(), someUuid(), someUuid()];
    const { storage } = await openWith([
      'create table FriendsRelationsPD (player varchar(36), friend varchar(36), since bigint)',
      `insert into FriendsRelationsPD values
        ('${me}', '${a}', 3000000000000), ('${b}', '${me}', 1000000000000), ('${me}', '${b}', 1500000000000),
        ('${c}', '${me}', 2000000000000), ('${a}', '${stranger}', 5), ('${me}', '${me}', 1)`,
    ]);
    await storage.players.save([
      somePlayer({ uuid: a, name: 'Anna' }),
      somePlayer({ uuid: b, name: 'Bert' }),
    ]);
    expect(await friendsOf(me)).toEqual([
      { uuid: b, name: 'Bert', since: 1_000_000_000_000 },
      { uuid: c, name: '', since: 2_000_000_000_000 },
      { uuid: a, name: 'Anna', since: 3_000_000_000_000 },
    ]);
    expect(await friendsOf(someUuid())).toEqual([]);
  });

  const plain = (uuid: string) => uuid.replaceAll('-', '');
  const layouts: [string, string, (me: string, friend: string) => string, number][] = [
    [
      'undashed upper-case uuids and epoch seconds',
      'player_uuid char(32), friend_uuid char(32), created_at int',
      (me, friend) => `'${plain(me).toUpperCase()}', '${plain(friend).toUpperCase()}', 1700000000`,
      1_700_000_000_000,
    ],
    [
      'numbered columns, names and a date text',
      'id int, uuid1 varchar(36), uuid2 varchar(36), uuid2_name varchar(16), friends_since varchar(30)',
      (me, friend) => `1, '${me}', '${friend}', 'x', '2024-02-29 13:14:15'`,
      Date.UTC(2024, 1, 29, 13, 14, 15),
    ],
    [
      'a DATETIME and mixed case',
      'PlayerUUID varchar(36), FriendUUID varchar(36), `Date` datetime',
      (me, friend) => `'${me.toUpperCase()}', '${friend}', '2023-07-01 00:00:00'`,
      Date.UTC(2023, 6, 1),
    ],
    [
      'binary uuids and no date',
      'owner binary(16), target binary(16)',
      (me, friend) => `x'${plain(me)}', x'${plain(friend)}'`,
      0,
    ],
  ];
  test.each(layouts)(
    'the columns of a table with %s are found without configuration',
    async (_name, columns, values, since) => {
      const [me, friend] = [someUuid(), someUuid()];
      await openWith([
        `create table FriendsRelationsPD (${columns})`,
        `insert into FriendsRelationsPD values (${values(me, friend)})`,
      ]);
      expect(await friendsOf(me)).toMatchObject([{ uuid: friend, since }]);
      expect(await friendsOf(friend)).toMatchObject([{ uuid: me, since }]);
    },
  );

  test('players unknown to the network have the name from the friends table', async () => {
    const [me, friend] = [someUuid(), someUuid()];
    await openWith([
      'create table FriendsRelationsPD (player varchar(36), player_name varchar(16), friend varchar(36), friend_name varchar(16))',
      `insert into FriendsRelationsPD values ('${me}', 'Me', '${friend}', 'Pal')`,
    ]);
    expect(await friendsOf(me)).toMatchObject([{ name: 'Pal' }]);
    expect(await friendsOf(friend)).toMatchObject([{ name: 'Me' }]);
  });

  test('table and columns can be configured', async () => {
    const [me, friend] = [someUuid(), someUuid()];
    const friends = { table: 'buddies', columns: { player: 'alpha', friend: 'beta', since: 'gamma' } };
    await openWith(
      [
        'create table buddies (alpha varchar(36), beta varchar(36), gamma bigint)',
        `insert into buddies values ('${me}', '${friend}', 42000000000000)`,
      ],
      friends,
    );
    expect(await friendsOf(me)).toEqual([{ uuid: friend, name: '', since: 42_000_000_000_000 }]);
  });

  test.each([
    ['nothing that looks like players', 'x int, y int', GUESSED],
    ['only one column of players', 'player varchar(36), since bigint', GUESSED],
    [
      'no column of the configured name',
      'player varchar(36), friend varchar(36)',
      { ...GUESSED, since: 'day' },
    ],
  ])('a table with %s causes one clear warning and no friends', async (_name, columns, wanted) => {
    const { log } = await openWith([`create table FriendsRelationsPD (${columns})`], {
      table: 'FriendsRelationsPD',
      columns: wanted,
    });
    expect(await friendsOf(someUuid())).toEqual([]);
    expect(await friendsOf(someUuid())).toEqual([]);
    expect(log.filter(({ event }) => event !== 'storage.migrated')).toEqual([
      {
        event: 'storage.friends_unreadable',
        table: 'FriendsRelationsPD',
        reason: expect.stringContaining('friends.columns.'),
      },
    ]);
  });

  test('a bare uuid column beside friend_uuid is the player', async () => {
    const [me, friend] = [someUuid(), someUuid()];
    const { log } = await openWith([
      'create table FriendsRelationsPD (id int, uuid varchar(36), friend_uuid varchar(36), since bigint)',
      `insert into FriendsRelationsPD values (1, '${me}', '${friend}', 1700000000000)`,
    ]);
    expect(await friendsOf(me)).toMatchObject([{ uuid: friend }]);
    expect(await friendsOf(friend)).toMatchObject([{ uuid: me }]);
    expect(log.filter(({ event }) => event !== 'storage.migrated')).toEqual([]);
  });

  test.each([
    'player varchar(16), friend varchar(16)',
    'player_name varchar(32), friend_name varchar(32)',
    'player text, friend text',
  ])('names in place of uuids (%s) are those of the players last seen under them', async (columns) => {
    const [me, friend, former] = [someUuid(), someUuid(), someUuid()];
    const { storage, log } = await openWith([
      `create table FriendsRelationsPD (${columns})`,
      "insert into FriendsRelationsPD values ('Anna', 'bert'), ('Carl', 'Anna'), ('Nobody', 'Anna')",
    ]);
    const carl = somePlayer({ name: 'Carl', lastConnection: 2 });
    await storage.players.save([
      somePlayer({ uuid: me, name: 'Anna' }),
      somePlayer({ uuid: friend, name: 'Bert', lastConnection: 2 }),
      somePlayer({ uuid: former, name: 'Bert', lastConnection: 1 }),
      carl,
    ]);
    const found = (await friendsOf(me)) ?? [];
    expect(new Map(found.map(({ uuid, name }) => [uuid, name]))).toEqual(
      new Map([
        [friend, 'Bert'],
        [carl.uuid, 'Carl'],
      ]),
    );
    await friendsOf(me);
    expect(log.filter(({ event }) => event !== 'storage.migrated')).toMatchObject([
      { event: 'storage.friends_unknown', table: 'FriendsRelationsPD', count: 1, names: ['nobody'] },
    ]);
  });

  test.each([
    ['status varchar(16)', "'ACCEPTED'", ["'PENDING'", "'declined'", "'blocked'", 'null']],
    ['status int', '1', ['0', '2', 'null']],
    ['accepted int', '1', ['0', 'null']],
    ['pending int', '0', ['1']],
  ])('a friendship by its %s is one only when it was accepted', async (column, accepted, others) => {
    const [me, friend] = [someUuid(), someUuid()];
    const rows = others.map(
      (status) => `('${me}', '${someUuid()}', ${status}), ('${someUuid()}', '${me}', ${status})`,
    );
    await openWith([
      `create table FriendsRelationsPD (player varchar(36), friend varchar(36), ${column})`,
      `insert into FriendsRelationsPD values ('${me}', '${friend}', ${accepted}), ${rows.join(', ')}`,
    ]);
    expect(await friendsOf(me)).toEqual([{ uuid: friend, name: '', since: 0 }]);
  });

  test.each([
    ['status', 'varchar(16)', ["'FREUND'", "'BESTFRIEND'"], ['BESTFRIEND', 'FREUND']],
    ['status', 'int', ['2', '3'], ['2', '3']],
    ['accepted', 'datetime', ["'2024-02-29 13:14:15'", 'null'], [expect.stringContaining('2024-02-29')]],
  ])(
    'a column %s (%s) that says nothing known is one warning, with what it says and what to set',
    async (column, type, [first, second], values) => {
      const me = someUuid();
      const { log } = await openWith([
        `create table FriendsRelationsPD (player varchar(36), friend varchar(36), ${column} ${type})`,
        `insert into FriendsRelationsPD values ('${me}', '${someUuid()}', ${first}), ('${someUuid()}', '${someUuid()}', ${second})`,
      ]);
      expect(await friendsOf(me)).toEqual([]);
      expect(await friendsOf(me)).toEqual([]);
      const warnings = log.filter(({ event }) => event !== 'storage.migrated');
      expect(warnings).toEqual([
        {
          event: 'storage.friends_status_unknown',
          table: 'FriendsRelationsPD',
          column,
          values: expect.anything(),
          detail: expect.stringContaining('`friends.columns.status: none`'),
        },
      ]);
      expect([warnings[0]?.['values']].flat().map(String).sort()).toEqual(values);
    },
  );

  test.each([
    ['it is known of others', "'blue'", "'accepted'"],
    ['it says that it was asked only', "'requested'", "'pending'"],
  ])('a status is no warning where %s', async (_, own, other) => {
    const me = someUuid();
    const { log } = await openWith([
      'create table FriendsRelationsPD (player varchar(36), friend varchar(36), status varchar(16))',
      `insert into FriendsRelationsPD values ('${me}', '${someUuid()}', ${own}), ('${someUuid()}', '${someUuid()}', ${other})`,
    ]);
    expect(await friendsOf(me)).toEqual([]);
    expect(log.filter(({ event }) => event !== 'storage.migrated')).toEqual([]);
  });

  test('a status column can be left aside', async () => {
    const [me, friend] = [someUuid(), someUuid()];
    await openWith(
      [
        'create table FriendsRelationsPD (player varchar(36), friend varchar(36), status varchar(16))',
        `insert into FriendsRelationsPD values ('${me}', '${friend}', 'best')`,
      ],
      { table: 'FriendsRelationsPD', columns: { ...GUESSED, status: 'none' } },
    );
    expect(await friendsOf(me)).toMatchObject([{ uuid: friend }]);
  });

  test('a table that is made, changed and dropped later is seen so without a restart', async () => {
    const clock = new RunningClock();
    const database = await implementation().createDatabase();
    opened = await open(database, { clock });
    const [me, friend] = [someUuid(), someUuid()];
    expect(await friendsOf(me)).toEqual([]);
    await database.run('create table FriendsRelationsPD (player varchar(36), friend varchar(36))');
    await database.run(`insert into FriendsRelationsPD values ('${me}', '${friend}')`);
    clock.push(10_000);
    expect(await friendsOf(me)).toMatchObject([{ uuid: friend }]);
    await database.run('alter table FriendsRelationsPD add column status varchar(16)');
    clock.push(10_000);
    expect(await friendsOf(me)).toEqual([]);
    await database.run('drop table FriendsRelationsPD');
    clock.push(10_000);
    expect(await friendsOf(me)).toEqual([]);
  });

  test('rows without a uuid are skipped', async () => {
    const [me, friend] = [someUuid(), someUuid()];
    await openWith([
      'create table FriendsRelationsPD (player varchar(36), friend varchar(36), since varchar(40))',
      `insert into FriendsRelationsPD values ('${me}', 'Steve', 'x'), ('${me}', null, null), ('${me}', '${friend}', 'soon')`,
    ]);
    expect(await friendsOf(me)).toEqual([{ uuid: friend, name: '', since: 0 }]);
  });
}
