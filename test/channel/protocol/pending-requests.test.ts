import { expect, it } from 'vitest';
import { PendingRequests } from '../../../src/channel/protocol/pending-requests.ts';
import { HandClock } from '../channel-fixture.ts';

it('gives every question a number of its own and hands over its answer once', async () => {
  const book = new PendingRequests<string>(new HandClock(), 10);
  const ids: number[] = [];
  const first = book.ask((id) => ids.push(id));
  const second = book.ask((id) => ids.push(id));
  expect(ids).toEqual([1, 2]);
  expect(book.settle(2, 'two')).toBe(true);
  expect(book.settle(2, 'again')).toBe(false);
  expect(book.settle(1, 'one')).toBe(true);
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
});

it('lets each question wait 5 s, not longer and not shorter', async () => {
  const clock = new HandClock();
  const book = new PendingRequests<string>(clock, 10);
  const first = expect(book.ask(() => {})).rejects.toMatchObject({ code: 'platform_unavailable' });
  clock.advance(3_000);
  const second = expect(book.ask(() => {})).rejects.toMatchObject({ code: 'platform_unavailable' });
  clock.advance(2_000);
  await first;
  expect(book.size).toBe(1);
  clock.advance(2_999);
  expect(book.size).toBe(1);
  clock.advance(1);
  await second;
  expect(clock.waiting).toBe(0);
});

it('refuses at once when too many wait, and takes more once one has its answer', async () => {
  const book = new PendingRequests<string>(new HandClock(), 2);
  const first = book.ask(() => {});
  const second = book.ask(() => {});
  await expect(book.ask(() => {})).rejects.toMatchObject({ code: 'overloaded' });
  book.settle(1, 'x');
  await first;
  const third = book.ask(() => {});
  book.rejectAll('gone');
  await expect(second).rejects.toMatchObject({ code: 'platform_unavailable', message: 'gone' });
  await expect(third).rejects.toMatchObject({ code: 'platform_unavailable' });
});
