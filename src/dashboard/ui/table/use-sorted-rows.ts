import { useMemo, useState } from 'react';
import type { Sorting } from './virtual-table.tsx';

type Comparisons<T> = Readonly<Record<string, (one: T, other: T) => number>>;

/**
 * The properties of a `VirtualTable` whose rows are all loaded. `comparisons` has a function for the id of each sortable
 * column; rows that are equal by it are sorted by name.
 */
export function useSortedRows<T extends { readonly name: string }>(
  rows: readonly T[],
  comparisons: Comparisons<T>,
  initial: Sorting,
) {
  const [sorting, onSort] = useState(initial);
  const sorted = useMemo(() => {
    const compare = comparisons[sorting.id] ?? (() => 0);
    const ascending = rows.toSorted(
      (one, other) => compare(one, other) || one.name.localeCompare(other.name),
    );
    return sorting.order === 'desc' ? ascending.toReversed() : ascending;
  }, [rows, comparisons, sorting]);
  const live = useMemo(
    () => ({ total: sorted.length, rowAt: (index: number) => sorted[index], isComplete: true }),
    [sorted],
  );
  return { rows: live, sorting, onSort };
}
