const SLICE = 200;
/** A chunk for one reader may be a quarter of it. */
export const SLICE_BYTES = 1024 * 1024;

/**
 * Visits all items, two hundred at a time, with a turn of the event loop between: writing to ten thousand readers at
 * once would delay every other request by a tenth of a second (docs/performance.md "Traps of uWebSockets.js"). Where
 * `written` grows by 1 MiB meanwhile, the turn ends there: it is the running total of what visits write or read, in
 * bytes. Resolves with the milliseconds spent in visits: processor time, so measured with the monotonic clock and not
 * the `Clock`. An item whose visit throws is handed to `failed`, which must not throw, and the others are visited. Call it
 * from a timer or setImmediate, never from a request handler (see SseHub).
 */
export function visitInSlices<T>(
  items: readonly T[],
  visit: (item: T) => void,
  failed: (error: unknown, item: T) => void,
  written: () => number = () => 0,
): Promise<number> {
  return new Promise((resolve) => {
    let next = 0;
    let spent = 0;
    const slice = () => {
      const began = performance.now();
      const end = written() + SLICE_BYTES;
      for (const item of items.slice(next, next + SLICE)) {
        next += 1;
        try {
          visit(item);
        } catch (error) {
          failed(error, item);
        }
        if (written() >= end) break;
      }
      spent += performance.now() - began;
      if (next < items.length) setImmediate(slice);
      else resolve(spent);
    };
    slice();
  });
}
