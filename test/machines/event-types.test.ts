import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { LINK_EVENT_TYPES, LinkEvent } from '../../src/machines/link/events.ts';
import type { PLAYER_EVENT_TYPES, PlayerEvent } from '../../src/machines/player/events.ts';
import type { PROXY_EVENT_TYPES, ProxyEvent } from '../../src/machines/proxy/events.ts';
import type { REBOOT_EVENT_TYPES, RebootEvent } from '../../src/machines/reboot/events.ts';
import type { SERVER_EVENT_TYPES, ServerEvent } from '../../src/machines/server/events.ts';

type In<Table extends readonly string[]> = Table[number];

/** Types that are computed at run time: a template, a concatenation, or a variable in an event that is sent. */
const COMPUTED = [/\btype:\s*`/, /\btype:\s*'[^']*'\s*\+/, /\.send\(\s*\{\s*type:(?!\s*['"])/];

describe('event types are a fixed list, because XState keeps every type it has seen in memory', () => {
  it('each table lists exactly the types of its union (the compiler checks)', () => {
    expectTypeOf<In<typeof PLAYER_EVENT_TYPES>>().toEqualTypeOf<PlayerEvent['type']>();
    expectTypeOf<In<typeof SERVER_EVENT_TYPES>>().toEqualTypeOf<ServerEvent['type']>();
    expectTypeOf<In<typeof PROXY_EVENT_TYPES>>().toEqualTypeOf<ProxyEvent['type']>();
    expectTypeOf<In<typeof REBOOT_EVENT_TYPES>>().toEqualTypeOf<RebootEvent['type']>();
    expectTypeOf<In<typeof LINK_EVENT_TYPES>>().toEqualTypeOf<LinkEvent['type']>();
  });

  it('the search below finds types that are computed', () => {
    for (const line of [
      'actor.send({ type: `player.${x}` })',
      "const event = { type: 'player.' + x }",
      'actor.send({ type: x })',
    ]) {
      expect(COMPUTED.some((pattern) => pattern.test(line))).toBe(true);
    }
    expect(COMPUTED.some((pattern) => pattern.test("actor.send({ type: 'player.join' })"))).toBe(false);
  });

  it('no event type is computed anywhere in actors and machines', () => {
    const src = join(import.meta.dirname, '../../src');
    const files = globSync('{actors,machines}/**/*.ts', { cwd: src });
    expect(files.length).toBeGreaterThan(10);
    const computed = files.flatMap((file) => {
      const lines = readFileSync(join(src, file), 'utf8').split('\n');
      return lines
        .filter((line) => COMPUTED.some((pattern) => pattern.test(line)))
        .map((line) => `${file}: ${line}`);
    });
    expect(computed).toEqual([]);
  });
});
