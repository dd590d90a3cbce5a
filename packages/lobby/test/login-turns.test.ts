import { describe, expect, it } from 'vitest';
import { LoginTurns } from '../src/game/login-turns.ts';

/** The next turn of the event loop, after what was waiting for this one. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns of logins', () => {
  it('come one for each turn of the event loop, to the oldest first', async () => {
    const turns = new LoginTurns();
    const done: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      void turns.next({ ended: false }, 'begin').then(() => done.push(name));
    }
    await nextTurn();
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['first']);
    await nextTurn();
    expect(done).toEqual(['first', 'second']);
    await nextTurn();
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('come first to whoever is nearly in the game', async () => {
    const turns = new LoginTurns();
    const done: string[] = [];
    const steps = ['begin', 'configure', 'enter'] as const;
    const all = steps.map((step) => turns.next({ ended: false }, step).then(() => done.push(step)));
    await Promise.all(all);
    expect(done).toEqual(['enter', 'configure', 'begin']);
  });

  it('are not spent on clients that are gone, however many', async () => {
    const turns = new LoginTurns();
    const gone = { ended: false };
    const abandoned = Array.from({ length: 1_000 }, () => turns.next(gone, 'begin'));
    let isIn = false;
    void turns.next({ ended: false }, 'begin').then((isTurn) => (isIn = isTurn));
    gone.ended = true;
    await nextTurn();
    await nextTurn();
    expect(isIn).toBe(true);
    expect(new Set(await Promise.all(abandoned))).toEqual(new Set([false]));
  });
});
