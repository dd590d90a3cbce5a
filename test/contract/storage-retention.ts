import { beforeEach, expect, test } from 'vitest';
import type { ForgottenPart, RetentionStore } from '../../src/actors/ports.ts';
import type { Opened } from './storage-database.ts';

const NOW = 1_760_000_000_000;
const DAY = 86_400_000;
const LIMIT = NOW - 90 * DAY;

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** What every storage promises about rows that are forgotten after a time. */
export function retentionContract(opened: () => Opened): void {
  let retention: RetentionStore;
  beforeEach(() => {
    ({ retention } = opened().storage);
  });

  function run(statement: string): Promise<Record<string, unknown>[]> {
    return opened().database.run(statement);
  }

  async function insert(table: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
    const values = rows.map((row) => `(${row.map((value) => `'${value}'`).join(', ')})`);
    await run(`insert into ${table} values ${values.join(', ')}`);
  }

  /** Calls until the table is done; answers what each call forgot. */
  async function walk(forget: (after: string | null) => Promise<ForgottenPart>): Promise<number[]> {
    const parts: number[] = [];
    let after: string | null = null;
    do {
      const part: ForgottenPart = await forget(after);
      parts.push(part.forgotten);
      after = part.next;
    } while (after !== null);
    return parts;
  }

  test('addresses are forgotten that were seen before the time, part by part, and no other', async () => {
    const rows = Array.from({ length: 2_500 }, (_, number) => [
      uuidOf(number),
      '192.0.2.1',
      number % 2 === 0 ? LIMIT - 1 : LIMIT,
    ]);
    await insert('NetworkAddresses (uuid, ip, seen_at)', rows);
    expect(await walk((after) => retention.forgetAddresses(LIMIT, after))).toEqual([500, 500, 250]);
    const left = await run('select uuid, seen_at from NetworkAddresses');
    expect(left).toHaveLength(1_250);
    expect(left.every((row) => row['seen_at'] === LIMIT)).toBe(true);
    expect(await walk((after) => retention.forgetAddresses(LIMIT, after))).toEqual([0, 0]);
  });

  interface PastBan {
    readonly active: number;
    readonly ends?: number;
    readonly set?: number;
    readonly lifted?: number;
  }
  const pastBans: [string, PastBan, 'forgotten' | 'kept'][] = [
    ['lifted long ago', { active: 0 }, 'forgotten'],
    ['lifted long ago, before it would have ended', { active: 0, ends: NOW + DAY }, 'forgotten'],
    [
      'lifted long ago, and would have ended lately',
      { active: 0, ends: NOW - DAY, lifted: LIMIT - 1 },
      'forgotten',
    ],
    ['expired long ago', { active: 0, ends: LIMIT - 1 }, 'forgotten'],
    ['lifted lately', { active: 0, lifted: LIMIT }, 'kept'],
    ['expired lately', { active: 0, ends: LIMIT }, 'kept'],
    ['set lately', { active: 0, set: LIMIT }, 'kept'],
    ['set long ago and is in force', { active: 1 }, 'kept'],
  ];
  test.each(pastBans)('the address of a ban that was %s', async (_, ban, outcome) => {
    const { active, ends = 0, set = LIMIT - DAY, lifted } = ban;
    await insert('NetworkBans (uuid, username, expiration, reason, ip, ban_count, banned_at, active)', [
      [uuidOf(1), 'Notch', ends, 'why', '192.0.2.1', 3, set, active],
    ]);
    if (lifted !== undefined) {
      await insert('NetworkBanLog (action, uuid, username, reason, at, expires, via, author_name)', [
        ['unban', uuidOf(1), 'Notch', 'why', lifted, ends, 'api', 'owner'],
      ]);
    }
    const isForgotten = outcome === 'forgotten';
    expect(await walk((after) => retention.forgetBanAddresses(LIMIT, NOW, after))).toEqual([
      isForgotten ? 1 : 0,
    ]);
    const [row] = await run('select ip, ban_count, reason, active from NetworkBans');
    expect(row).toEqual({ ip: isForgotten ? '' : '192.0.2.1', ban_count: 3, reason: 'why', active });
  });

  test('old lines of the ban log are forgotten part by part, but not those of players who are banned', async () => {
    const line = (number: number, at: number) => ['ban', uuidOf(number), 'p', 'why', at, 0, 'api', 'owner'];
    const columns = 'NetworkBanLog (action, uuid, username, reason, at, expires, via, author_name)';
    await insert(columns, [
      // An imported line is old although it was written last.
      ...Array.from({ length: 1_200 }, (_, number) => line(number + 10, LIMIT - 1)),
      line(1, LIMIT),
      line(2, LIMIT - 1),
      line(3, LIMIT - 1),
    ]);
    await insert('NetworkBans (uuid, username, expiration, reason, ip, ban_count, banned_at, active)', [
      [uuidOf(2), 'p', 0, 'why', '', 1, LIMIT - 1, 1],
    ]);
    expect(await walk((after) => retention.forgetBanLog(LIMIT, after))).toEqual([1_000, 201]);
    const left = await run('select uuid from NetworkBanLog order by id');
    expect(left.map(({ uuid }) => uuid)).toEqual([uuidOf(1), uuidOf(2)]);
  });
}
