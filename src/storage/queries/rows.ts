import { isRecord } from '../../domain/fields/record.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/**
 * The one place where rows of a database get the type that the schema (`tables.ts`) promises: Kysely asks its drivers
 * for rows of a type that only the query knows. A number that another program wrote beyond what is exact becomes the last
 * that is, some 285 000 years from now where it is a date: the API and the channel know whole numbers only.
 */
export function rowsOf<Row>(rows: unknown[]): Row[];
export function rowsOf(rows: unknown[]): unknown[] {
  for (const row of rows) {
    if (!isRecord(row)) continue;
    for (const column in row) {
      const value = row[column];
      if (typeof value === 'number' && Math.abs(value) > MAX)
        Reflect.set(row, column, value > 0 ? MAX : -MAX);
    }
  }
  return rows;
}

/** Whether a value of a row stands for all that are greater, so that a query that compares it must not tell them apart. */
export function isLast(value: unknown): boolean {
  return value === MAX;
}

/** For `streamQuery` of the drivers: the stores read in keyset batches, because a stream would hold a connection. */
export function refuseStream(): never {
  throw new Error('Rows are read in batches, not as a stream');
}
