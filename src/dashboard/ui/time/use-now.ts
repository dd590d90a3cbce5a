import { useEffect, useState } from 'react';
import { serverClock } from './server-clock.ts';

const TICK_MS = 1000;

/** Everything that shows a time that passes listens to this one clock, so that all of it moves in the same moment. */
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls `listener` once a second with the coordinator's time in epoch milliseconds. Returns the way to stop. */
export function onTick(listener: (now: number) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    const now = serverClock.now();
    for (const one of listeners) one(now);
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The coordinator's time in epoch milliseconds, updated every `intervalMs`; a second at the least. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(
    () =>
      onTick((tick) =>
        // A tick that is early by some milliseconds is the one that was waited for.
        setNow((before) => (Math.abs(tick - before) >= intervalMs - TICK_MS / 2 ? tick : before)),
      ),
    [intervalMs],
  );
  return now;
}
