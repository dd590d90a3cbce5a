/**
 * The one place where what a database answers takes on the type that the schema (`tables.ts`) promises: Kysely asks its
 * drivers for rows of a type that only the query knows.
 */
export function rowsOf<Row>(rows: unknown[]): Row[];
export function rowsOf(rows: unknown[]): unknown[] {
  return rows;
}
