const ACCEPTED = /^(accepted|accept|friends?|active|confirmed|approved|mutual|1|true|yes|y)$/;
const NOT_ACCEPTED =
  /^(0|false|no|n||pending|requested|request|invited|invite|waiting|sent|open|unaccepted|declined|denied|rejected|refused|blocked|block|ignored|removed|deleted|cancell?ed|expired|ended|none)$/;
const NOT_PENDING = /^(0|false|no|n|)$/;
const PENDING = /^(1|true|yes|y)$/;

/** What a status says of two players: that they are friends, that they are not (yet), or nothing that is known here. */
export type StatusMeaning = 'friends' | 'not friends' | 'unknown';

/** What a value of the table's status column says. Only `friends` is a friendship. */
export function meaningOfStatus(column: string, value: unknown): StatusMeaning {
  const text = statusText(value).trim().toLowerCase();
  const [friends, others] = /pending/i.test(column) ? [NOT_PENDING, PENDING] : [ACCEPTED, NOT_ACCEPTED];
  if (friends.test(text)) return 'friends';
  return others.test(text) ? 'not friends' : 'unknown';
}

/** The value as text; empty for null. A BIT column comes as bytes. */
export function statusText(value: unknown): string {
  if (value instanceof Uint8Array)
    return value.length === 1 ? String(value[0]) : Buffer.from(value).toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : '';
}
