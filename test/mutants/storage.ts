import type { Mutant } from './mutant.ts';

export const mutants: Mutant[] = [
  {
    promise: 'the whole list of bans is of one moment',
    file: 'src/storage/queries/uuid-walk.ts',
    from: 'return atOneMoment(database, async (transaction) => {',
    to: 'return (async (work) => work(database.reader))(async (transaction) => {',
    test: 'test/storage/sqlite.test.ts',
  },
  {
    promise: 'permanent bans are the last to expire in the whole list',
    file: 'src/storage/queries/uuid-walk.ts',
    from: "order === 'asc' ? parts : parts.toReversed()",
    to: 'parts',
    test: 'test/storage/sqlite.test.ts',
  },
  {
    promise: 'permanent bans are the last to expire on every page',
    file: 'src/storage/queries/page-query.ts',
    from: 'order by part ${direction}, place',
    to: 'order by place',
    test: 'test/storage/sqlite.test.ts',
  },
  {
    promise: 'every order of the bans has its index',
    file: 'src/storage/migrations/versions/0007-order-by-expiry.ts',
    from: "'expiration, uuid'",
    to: "'expiration, active'",
    test: 'test/storage/queries/page-plan.test.ts',
  },
  {
    promise: 'of many bans with the same sort key none is read twice for a whole list',
    file: 'src/storage/queries/uuid-query.ts',
    from: 'and ${isEqual} and uuid ${beyond} ${after.uuid}`',
    to: 'and (${key} ${beyond} ${after.key} or (${isEqual} and uuid ${beyond} ${after.uuid}))`',
    test: 'test/storage/queries/page-plan.test.ts',
  },
  {
    promise: 'of many bans with the same sort key none is left out of a whole list',
    file: 'src/storage/queries/uuid-walk.ts',
    from: 'after = { key: after.key, uuid: null }',
    to: 'break',
    test: 'test/storage/sqlite.test.ts',
  },
  {
    promise: 'a number of another program beyond what is exact is one that the channel and cursors take',
    file: 'src/storage/queries/rows.ts',
    from: 'Reflect.set(row, column, value > 0 ? MAX : -MAX)',
    to: 'void value',
    test: 'test/storage/sqlite.test.ts',
  },
];
