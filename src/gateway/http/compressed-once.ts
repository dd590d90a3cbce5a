import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Smaller bodies fit in one packet as they are. */
const MIN_BYTES = 1400;
/** zlib uses libuv's four threads, which files, DNS and passwords need too. */
const MAX_AT_ONCE = 1;
/** Fast rather than small: a list changes soon. */
const LEVEL = 4;

const compressed = new WeakMap<Uint8Array, Uint8Array>();
const underWay = new WeakSet<Uint8Array>();
let busy = 0;

/**
 * A body that many requests share, by gzip; undefined as long as it is not compressed yet, which the first call begins. It
 * is done by another thread, once for each body, and what is kept goes with the body.
 */
export function gzipOf(body: Uint8Array): Uint8Array | undefined {
  const known = compressed.get(body);
  if (known !== undefined || body.length < MIN_BYTES) return known;
  if (busy < MAX_AT_ONCE && !underWay.has(body)) void begin(body);
  return undefined;
}

async function begin(body: Uint8Array): Promise<void> {
  busy += 1;
  underWay.add(body);
  try {
    compressed.set(body, await compress(body, { level: LEVEL }));
  } catch {
    // Without memory for it the body is sent as it is.
  } finally {
    busy -= 1;
  }
}
