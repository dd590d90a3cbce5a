import { describe, expect, test } from 'vitest';
import { ServerClock } from '../../src/dashboard/ui/time/server-clock.ts';

const NOON = Date.UTC(2026, 0, 2, 12);
const at = (time: number) => new Date(time).toUTCString();

describe("the coordinator's clock", () => {
  test('is that of the device until it was heard of, and where they agree to the second', () => {
    const clock = new ServerClock(() => NOON + 400);
    expect(clock.now()).toBe(NOON + 400);
    clock.hear(null);
    clock.hear('yesterday');
    clock.hear(at(NOON));
    clock.hear(at(NOON - 1000));
    expect(clock.now()).toBe(NOON + 400);
  });

  test('is a day ahead of a device that is a day behind, and does not tremble', () => {
    let device = NOON;
    const clock = new ServerClock(() => device);
    clock.hear(at(NOON + 86_400_000));
    expect(clock.now()).toBe(NOON + 86_400_500);
    device += 1900;
    clock.hear(at(NOON + 86_401_000));
    expect(clock.now()).toBe(NOON + 86_402_400);
    expect(clock.timeOf(NOON)).toBe(NOON + 86_400_500);
  });

  test('is that of the device again after somebody has set it right', () => {
    let device = NOON - 86_400_000;
    const clock = new ServerClock(() => device);
    clock.hear(at(NOON));
    device = NOON + 300;
    clock.hear(at(NOON));
    expect(clock.now()).toBe(NOON + 300);
  });
});
