import { expect, it } from 'vitest';
import { BanIndex } from '../../../src/actors/models/ban-index.ts';
import { UuidFilter } from '../../../src/actors/models/uuid-filter.ts';
import { parseUuid, type Uuid } from '../../../src/domain/uuid.ts';

function uuidOf(text: string): Uuid {
  const uuid = parseUuid(text);
  if (uuid === undefined) throw new Error(text);
  return uuid;
}

/** Differs in the first part, as random ones do, or in the last part only, as those of Bedrock players do. */
const javaUuid = (at: number) =>
  uuidOf(`${at.toString(16).padStart(8, '0')}-0000-4000-8000-${(at * 7).toString(16).padStart(12, '0')}`);
const bedrockUuid = (at: number) => uuidOf(`00000000-0000-0000-0009-${at.toString(16).padStart(12, '0')}`);
const banOf = (uuid: Uuid) =>
  ({ uuid, name: 'A', reason: '', bannedAt: 1, expires: 0, ip: '', count: 1, active: true }) as const;

for (const [kind, uuidAt] of [['Java', javaUuid] as const, ['Bedrock', bedrockUuid] as const]) {
  it(`has every uuid that was added, and few others, of ${kind} players`, () => {
    const all = Array.from({ length: 10_000 }, (_, at) => uuidAt(at));
    const filter = new UuidFilter(all, all.length);
    expect(all.every((uuid) => filter.mayHave(uuid))).toBe(true);
    const others = Array.from({ length: 10_000 }, (_, at) => uuidAt(at + 10_000));
    expect(others.filter((uuid) => filter.mayHave(uuid)).length).toBeLessThan(2_000);
  });
}

it('finds every ban while there are ever more of them, and none that was lifted', () => {
  const index = new BanIndex();
  const all = Array.from({ length: 20_000 }, (_, at) => javaUuid(at));
  for (const uuid of all) index.add(banOf(uuid));
  expect(all.every((uuid) => index.activeAt(uuid, 2) !== undefined)).toBe(true);
  for (const uuid of all.slice(0, 10_000)) index.remove(uuid);
  // Bans that come and go make the filter anew, by those that are left.
  for (let at = 0; at < 40_000; at += 1) {
    index.add(banOf(javaUuid(20_000 + at)));
    index.remove(javaUuid(20_000 + at));
  }
  expect(all.map((uuid) => index.activeAt(uuid, 2) !== undefined).indexOf(true)).toBe(10_000);
  expect(all.slice(10_000).every((uuid) => index.activeAt(uuid, 2) !== undefined)).toBe(true);
});
