import { expect, it } from 'vitest';
import { KeyedQueue } from '../../../src/runtime/limits/keyed-queue.ts';

/** Work that ends when the test says so; `began` lists it in the order in which it was started. */
function works() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => {
      ends.set(name, () => resolve(name));
    });
  };
  return { began, work, end: (name: string) => ends.get(name)?.() };
}

it('runs the work of one key one at a time, in the order it came', async () => {
  const queue = new KeyedQueue<string>();
  const { began, work, end } = works();
  const first = queue.run('steve', work('first'));
  const second = queue.run('steve', work('second'));
  await Promise.resolve();
  expect(began).toEqual(['first']);
  end('first');
  expect(await first).toBe('first');
  await expect.poll(() => began).toEqual(['first', 'second']);
  end('second');
  expect(await second).toBe('second');
});

it('does not let the work of one key wait for that of another', async () => {
  const queue = new KeyedQueue<string>();
  const { began, work } = works();
  void queue.run('steve', work('steve'));
  void queue.run('alex', work('alex'));
  await Promise.resolve();
  expect(began).toEqual(['steve', 'alex']);
});

it('goes on after work that failed, and hands the failure to its caller alone', async () => {
  const queue = new KeyedQueue<string>();
  const failed = queue.run('steve', () => Promise.reject(new Error('the write failed')));
  const next = queue.run('steve', () => Promise.resolve('written'));
  await expect(failed).rejects.toThrow('the write failed');
  expect(await next).toBe('written');
});

it('refuses the 33rd command of a key with overloaded, and takes more once one is done', async () => {
  const queue = new KeyedQueue<string>();
  const { work, end } = works();
  const first = queue.run('steve', work('first'));
  for (let count = 1; count < 32; count += 1) void queue.run('steve', work('waiting'));
  await expect(queue.run('steve', work('more'))).rejects.toMatchObject({
    code: 'overloaded',
    facts: { retryAfterSeconds: 1 },
  });
  expect(await queue.run('alex', () => Promise.resolve('other key'))).toBe('other key');
  end('first');
  await first;
  const later = queue.run('steve', work('later'));
  await expect(Promise.race([later, Promise.resolve('waits')])).resolves.toBe('waits');
});

it('remembers a key only while work of it runs or waits', async () => {
  const queue = new KeyedQueue<string>();
  const { work, end } = works();
  expect(queue.isBusy('steve')).toBe(false);
  const done = queue.run('steve', work('it'));
  expect(queue.isBusy('steve')).toBe(true);
  await Promise.resolve();
  end('it');
  await done;
  await expect.poll(() => queue.isBusy('steve')).toBe(false);
});
