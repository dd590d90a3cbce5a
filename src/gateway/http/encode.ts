import { createHash } from 'node:crypto';
import type { Encoded, EncodedPage } from '../../actors/network.ts';

/** A quoted entity tag made from the bytes, so it stays the same over restarts. */
export function etagOf(body: Uint8Array | string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Encodes a value that changes seldom, with its tag. */
export function encodeJson(value: unknown): Encoded {
  const bytes = Buffer.from(JSON.stringify(value));
  return { bytes, etag: etagOf(bytes) };
}

/** Encodes rows that come from the database. */
export function encodePage(rows: readonly unknown[], total: number): EncodedPage {
  return { ...encodeJson(rows), total };
}
