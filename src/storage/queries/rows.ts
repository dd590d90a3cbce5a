/**
 * The one place where rows of a database get the type that the schema (`tables.ts`) promises: Kysely asks its drivers
 * for rows of a type that only the query knows.
 */
export function rowsOf<Row>(rows: unknown[]): Row[];
export function rowsOf(rows: unknown[]): unknown[] {
  return rows;
}

/** For `streamQuery` of the drivers: the stores read in keyset batches, because a stream would hold a connection. */
export function refuseStream(): never {
  throw new Error('Rows are read in batches, not as a stream');
}
