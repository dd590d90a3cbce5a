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

/** Writes the answer to a ping of these clients. Only the first line of the MOTD fits. */
export function writeLegacyStatus(
  era: LegacyEra,
  { motd, online, max }: LegacyStatus,
  version: string,
): Buffer {
  return writeLegacyKick(
    era === '1.3'
      ? [motdPlain(motd), online, max].join('§')
      : ['§1', NO_PROTOCOL, version, motdSections(motd), online, max].join('\0'),
  );
}

/** Writes the one packet that every old client understands: a text, after which the connection ends. */
export function writeLegacyKick(text: string): Buffer {
  // The old game has big-endian UTF-16, and Node only little-endian.
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.from([KICK, 0, 0]);
  head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, utf16]);
}
