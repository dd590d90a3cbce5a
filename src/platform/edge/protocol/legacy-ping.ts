import { motdPlain, motdSections } from '../../../domain/text/motd.ts';

/** Clients before 1.7: up to 1.3, and from 1.4 on, where 1.6 only sends more (PROTOCOLS §2.4). */
export type LegacyEra = '1.3' | '1.4';

/** What a legacy answer tells. */
export interface LegacyStatus {
  readonly motd: string;
  readonly online: number;
  readonly max: number;
}

const KICK = 0xff;
/** Shown as a version that nobody has, so that the client says it cannot join. */
const NO_PROTOCOL = 127;

/** Writes the answer to a ping of these clients. Only the first line of the message fits. */
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

/** The one packet that every old client understands: text, and the connection ends. */
export function writeLegacyKick(text: string): Buffer {
  // `utf16le` is what Node has; the old game had the other byte order.
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.from([KICK, 0, 0]);
  head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, utf16]);
}
