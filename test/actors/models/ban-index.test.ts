import { expect, it } from 'vitest';
import { BanIndex } from '../../../src/actors/models/ban-index.ts';
import { parseUuid, type Uuid } from '../../../src/domain/uuid.ts';

function uuidOf(at: number): Uuid {
  const uuid = parseUuid(`${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`);
  if (uuid === undefined) throw new Error('not a uuid');
  return uuid;
}

const banOf = (uuid: Uuid) =>
  ({ uuid, name: 'A', reason: '', bannedAt: 1, expires: 0, ip: '', count: 1, active: true }) as const;

it('finds every ban while there are ever more of them, and none that was lifted', () => {
  const index = new BanIndex();
  const all = Array.from({ length: 20_000 }, (_, at) => uuidOf(at));
  for (const uuid of all) index.add(banOf(uuid));
  expect(all.every((uuid) => index.activeAt(uuid, 2) !== undefined)).toBe(true);
  for (const uuid of all.slice(0, 10_000)) index.remove(uuid);
  // Bans that come and go make the filter anew, by those that are left.
  for (let at = 0; at < 40_000; at += 1) {
    index.add(banOf(uuidOf(20_000 + at)));
    index.remove(uuidOf(20_000 + at));
  }
  expect(all.map((uuid) => index.activeAt(uuid, 2) !== undefined).indexOf(true)).toBe(10_000);
  expect(all.slice(10_000).every((uuid) => index.activeAt(uuid, 2) !== undefined)).toBe(true);
});
