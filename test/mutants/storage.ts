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
    promise: 'no change is answered that went to a file which was removed',
    file: 'src/storage/sqlite/worker.ts',
    from: "    if (!setup.readOnly && sql !== 'rollback') files.require();\n",
    to: '',
    test: 'test/storage/taken-away.test.ts',
  },
  {
    promise: 'no thread opens another file that was put in the place of the database',
    file: 'src/storage/sqlite/worker.ts',
    from: '  files.require();\n  const db',
    to: '  const db',
    test: 'test/storage/taken-away.test.ts',
  },
  {
    promise: '/readyz says that the database was taken away',
    file: 'src/storage/open-storage.ts',
    from: "  if (watch.fault !== undefined) return 'away';\n",
    to: '',
    test: 'test/storage/taken-away.test.ts',
  },
  {
    promise: 'a look that writes nothing does not end a full disk',
    file: 'src/storage/sqlite/driver.ts',
    from: 'availability.worked(this.#wrote)',
    to: 'availability.worked(true)',
    test: 'test/storage/sqlite-failures.test.ts',
  },
];
