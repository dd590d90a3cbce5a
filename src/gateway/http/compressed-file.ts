import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Variants } from './answer.ts';

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);
/** Smaller files fit in one packet as they are. */
const MIN_BYTES = 1400;
/** The best two levels take 10 s for the largest file of the documentation, and make it a tenth smaller. */
const QUALITY = 9;

/** A file that does not change, compressed well, in another thread. */
export async function compressedFile(bytes: Uint8Array): Promise<Variants> {
  if (bytes.length < MIN_BYTES) return {};
  const { BROTLI_PARAM_SIZE_HINT: hint, BROTLI_PARAM_QUALITY: quality } = constants;
  const [br, gzipped] = await Promise.all([
    brotliInThread(bytes, { params: { [hint]: bytes.length, [quality]: QUALITY } }),
    gzipInThread(bytes, { level: 9 }),
  ]);
  return { br, gzip: gzipped };
}
