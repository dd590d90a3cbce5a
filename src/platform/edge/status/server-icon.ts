import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../runtime/logger.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const SIDE = 64;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
/** In base64 it must fit into the status answer of 32 767 characters, together with the message. */
const MAX_BYTES = 22_000;

/** Reads `server-icon.png` as a data URL; null when there is none, or one that clients do not show, which is logged. */
export async function loadServerIcon(folder: string, logger: Logger): Promise<string | null> {
  const path = join(folder, 'server-icon.png');
  const bytes = await readFile(path).catch((error: unknown) => {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) logger.warn({ event: 'edge.icon-unreadable', path, err: error });
    return null;
  });
  if (bytes === null) return null;
  const problem = problemOf(bytes);
  if (problem === null) return `data:image/png;base64,${bytes.toString('base64')}`;
  logger.warn({ event: 'edge.icon-unusable', path, problem });
  return null;
}

function problemOf(bytes: Buffer): string | null {
  if (bytes.length < HEIGHT_AT + 4 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    return 'it is not a PNG file';
  if (bytes.readUInt32BE(WIDTH_AT) !== SIDE || bytes.readUInt32BE(HEIGHT_AT) !== SIDE)
    return `it is not ${SIDE} by ${SIDE} pixels`;
  return bytes.length > MAX_BYTES ? `it is larger than ${MAX_BYTES} bytes` : null;
}
