const ACCEPTED = /^(accepted|accept|friends?|active|confirmed|approved|mutual|1|true|yes|y)$/;
const NOT_PENDING = /^(0|false|no|n|)$/;

/** Whether a value of the table's status column says that two players are friends, and not only asked to be. */
export function isAcceptedStatus(column: string, value: unknown): boolean {
  const text = textOf(value).trim().toLowerCase();
  return /pending/i.test(column) ? NOT_PENDING.test(text) : ACCEPTED.test(text);
}

/** A BIT column comes as bytes. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return value.length === 1 ? String(value[0]) : Buffer.from(value).toString();
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : '';
}
