const SLICE = 200;

/**
 * Visits all items, two hundred at a time, with a turn of the event loop between: writing to ten thousand readers at
 * once would delay every other request by a tenth of a second (docs/performance.md "Traps of uWebSockets.js"). Resolves
 * with the milliseconds spent in visits: processor time, so measured with the monotonic clock and not the `Clock`. An item
 * whose visit throws is handed to `failed`, which must not throw, and the others are visited. Call it from a timer or
 * setImmediate, never from a request handler (see SseHub).
 */
export function visitInSlices<T>(
  items: readonly T[],
  visit: (item: T) => void,
  failed: (error: unknown, item: T) => void,
): Promise<number> {
  return new Promise((resolve) => {
    let next = 0;
    let spent = 0;
    const slice = () => {
      const began = performance.now();
      const end = Math.min(items.length, next + SLICE);
      for (const item of items.slice(next, end)) {
        try {
          visit(item);
        } catch (error) {
          failed(error, item);
        }
      }
      next = end;
      spent += performance.now() - began;
      if (next < items.length) setImmediate(slice);
      else resolve(spent);
    };
    slice();
  });
}
