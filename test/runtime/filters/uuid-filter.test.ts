import { expect, it } from 'vitest';
import { UuidFilter } from '../../../src/runtime/filters/uuid-filter.ts';
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

for (const [kind, uuidAt] of [['Java', javaUuid] as const, ['Bedrock', bedrockUuid] as const]) {
  it(`has every uuid that was added, and few others, of ${kind} players`, () => {
    const all = Array.from({ length: 10_000 }, (_, at) => uuidAt(at));
    const filter = new UuidFilter(all.length);
    for (const uuid of all) filter.add(uuid);
    expect(all.every((uuid) => filter.mayHave(uuid))).toBe(true);
    const others = Array.from({ length: 10_000 }, (_, at) => uuidAt(at + 10_000));
    expect(others.filter((uuid) => filter.mayHave(uuid)).length).toBeLessThan(2_000);
  });
}
