import { expect, it } from 'vitest';
import type { BanDirectory, ListInPieces } from '../../src/actors/network.ts';
import type { BanEntry } from '../../src/domain/resources.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { BanListCache } from '../../src/gateway/ban-list-cache.ts';

function banEntry(): BanEntry {
  return {
    uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid,
    name: 'Notch',
    reason: '',
    bannedDate: '',
    bannedTimes: 1,
    expires: 0,
    active: true,
    permanent: true,
    bannedIp: '',
  };
}

const QUERY = { sort: 'date', order: 'desc', search: '', limit: null, offset: 0 } as const;

function longList(begin: () => Promise<void> = async () => undefined) {
  const figures = { begun: 0 };
  const bans: Partial<BanDirectory> = {
    version: 7,
    list: async () => ({ rows: [], total: 5000, next: null }),
    all: async () => {
      figures.begun += 1;
      await begin();
      return {
        total: 5001,
        batches: {
          async *[Symbol.asyncIterator]() {
            yield [banEntry()];
            yield [banEntry()];
          },
        },
      };
    },
  };
  const cache = new BanListCache(bans as BanDirectory);
  return { figures, list: (tag?: string) => cache.list(QUERY, tag) as Promise<ListInPieces> };
}

it('of a client that has the whole list nothing is read but how long it is', async () => {
  const { figures, list } = longList();
  const { etag, total } = await list();
  expect([total, figures.begun]).toEqual([5001, 1]);
  await list(`W/${etag}`);
  expect(figures.begun).toBe(1);
});

it('one whole list begins at a time, a few wait, and more are refused', async () => {
  const begun: (() => void)[] = [];
  const { figures, list } = longList(() => new Promise((resolve) => begun.push(resolve)));
  const lists = Array.from({ length: 4 }, () => list());
  await expect.poll(() => figures.begun).toBe(1);
  await expect(list()).rejects.toMatchObject({ code: 'overloaded' });
  for (let count = 1; count <= 4; count += 1) {
    await expect.poll(() => begun.length).toBe(count);
    begun.at(-1)?.();
  }
  await expect(Promise.all(lists)).resolves.toHaveLength(4);
  const next = list();
  await expect.poll(() => begun.length).toBe(5);
  begun.at(-1)?.();
  await next;
});

it('eight whole lists are sent at once, and another when one of them is done', async () => {
  const { list } = longList();
  const begin = async () => {
    const { pieces } = await list();
    const reading = (pieces as AsyncGenerator<string>)[Symbol.asyncIterator]();
    await reading.next();
    return reading;
  };
  const open = [];
  for (let count = 0; count < 8; count += 1) open.push(await begin());
  await expect(begin()).rejects.toMatchObject({ code: 'overloaded' });
  await open[3]?.return(undefined);
  await begin();
});
