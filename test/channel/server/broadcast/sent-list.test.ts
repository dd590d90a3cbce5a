import { expect, it } from 'vitest';
import { networkUpdates } from '../../../../src/channel/server/broadcast/sent-list.ts';

interface Update {
  readonly servers: readonly { readonly name: string }[];
  readonly removed: readonly string[];
  readonly motd: string;
}

const serverOf = (at: number) =>
  JSON.stringify({ name: `${at}${'漢'.repeat(60)}`, gameName: '漢'.repeat(64) });
const read = (frames: Iterable<string>) => [...frames].map((frame) => JSON.parse(frame) as Update);

it('few changes, and none, are one update', () => {
  expect(read(networkUpdates('"motd":"m"', { changed: [serverOf(1)], removed: ['a'] }))).toMatchObject([
    { servers: [{}], removed: ['a'], motd: 'm' },
  ]);
  expect(read(networkUpdates('"motd":"m"', { changed: [], removed: [] }))).toMatchObject([
    { servers: [], removed: [], motd: 'm' },
  ]);
});

it('however many servers changed at once, each update fits a frame, and together they say everything', () => {
  const changed = Array.from({ length: 3_000 }, (_, at) => serverOf(at));
  const removed = Array.from({ length: 3_000 }, (_, at) => `${at}${'🚪'.repeat(60)}`);
  const facts = `"motd":"${'漢'.repeat(512)}"`;
  const frames = [...networkUpdates(facts, { changed, removed })];
  expect(Math.max(...frames.map((frame) => Buffer.byteLength(frame)))).toBeLessThanOrEqual(256 * 1024);
  const updates = read(frames);
  expect(updates.flatMap(({ servers }) => servers.map((server) => JSON.stringify(server)))).toEqual(changed);
  expect(updates.flatMap((update) => update.removed)).toEqual(removed);
  expect(frames.length).toBeLessThan(20);
});
