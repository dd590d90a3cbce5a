import type { PagedRows } from '../api/use-paged-rows.ts';
import { ErrorState, Loading } from '../ui/states.tsx';
import { VirtualTable, type VirtualTableProps } from '../ui/table/virtual-table.tsx';

type PagedTableProps<T> = Omit<VirtualTableProps<T>, 'rows' | 'onRange' | 'isStale'> & {
  readonly rows: PagedRows<T>;
};

/** A long list of the API as a table. */
export function PagedTable<T>({ rows, ...table }: PagedTableProps<T>) {
  if (rows.isPending) return <Loading rows={10} />;
  if (rows.error !== null) return <ErrorState error={rows.error} retry={rows.retry} />;
  return <VirtualTable {...table} rows={rows.live} isStale={rows.isStale} onRange={rows.onRange} />;
}
