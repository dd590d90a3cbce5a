import { motdPlain, motdSections } from '../../../domain/text/motd.ts';

/** Clients before 1.7: up to 1.3, and 1.4 to 1.6, of which 1.6 only sends more. */
export type LegacyEra = '1.3' | '1.4';

/** What a legacy answer contains. */
export interface LegacyStatus {
  readonly motd: string;
  readonly online: number;
  readonly max: number;
}

const KICK = 0xff;
/** A version that no client has, so that the client shows that it cannot join. */
const NO_PROTOCOL = 127;

/** The longest text that these clients read, in UTF-16 units (docs/game-protocols.md "Handshake, status and login"). */
const MAX_TEXT = 256;

/** Writes the answer to a ping of these clients. Only the first line of the MOTD fits, and of a long one its beginning. */
export function writeLegacyStatus(
  era: LegacyEra,
  { motd, online, max }: LegacyStatus,
  version: string,
): Buffer {
  const fields = (text: string): string =>
    era === '1.3'
      ? [text, online, max].join('§')
      : ['§1', NO_PROTOCOL, version, text, online, max].join('\0');
  const text = era === '1.3' ? motdPlain(motd) : motdSections(motd);
  return writeLegacyKick(fields(cut(text, MAX_TEXT - fields('').length)));
}

/** The beginning of a text, without half a code or half a character at its end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, Math.max(0, length)).replace(/[§\uD800-\uDBFF]$/, '');
}

/** Writes the one packet that every old client understands: a text, after which the connection ends. */
export function writeLegacyKick(text: string): Buffer {
  // The old game has big-endian UTF-16, and Node only little-endian.
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.from([KICK, 0, 0]);
  head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, utf16]);
}
