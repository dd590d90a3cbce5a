import { createHash } from 'node:crypto';
import type { EncodedPage } from '../../actors/network.ts';

/** Encodes rows that come from the database; the tag is made from the bytes, so it holds over restarts. */
export function encodePage(rows: readonly unknown[], total: number): EncodedPage {
  const bytes = Buffer.from(JSON.stringify(rows));
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  return { bytes, etag, total };
}
