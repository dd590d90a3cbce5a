import { type ColumnDef, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { useScrollMemory } from '../way-back/use-scroll-memory.ts';
import type { LiveRows } from './held-rows.ts';
import { useHeldRows, type UseGone } from './use-held-rows.ts';
import { useHold } from './use-hold.ts';
import css from './virtual-table.module.css';
import { WaitingRows } from './waiting-rows.tsx';

const ROW_HEIGHT = 44;
const features = tableFeatures({ rowSortingFeature });

/** A column of a `VirtualTable`. */
export interface Column<T> {
  readonly id: string;
  readonly title: string;
  /** Width as a CSS grid track. */
  readonly width: string;
  readonly sortable?: boolean;
  /** The smallest screen that shows the column; without it every screen does. */
  readonly minScreen?: 'tablet' | 'desktop';
  readonly align?: 'end';
  readonly cell: (row: T) => ReactNode;
}

/** The id of the column that the rows are sorted by, and the direction. */
export interface Sorting {
  readonly id: string;
  readonly order: 'asc' | 'desc';
}

/** What a `VirtualTable` shows. */
export interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: LiveRows<T>;
  /** Names what is searched for: with another search the list starts at its top. */
  readonly search?: string;
  /** The rows are still those of the previous search or order. */
  readonly isStale?: boolean;
  /** Which rows have left. Needed for lists that are not complete and lose rows. */
  readonly useGone?: UseGone<T>;
  readonly keyOf: (row: T) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  /** Called with the indexes of the rows on the screen. */
  readonly onRange?: (first: number, last: number) => void;
  readonly empty: ReactNode;
}

/** A position in the list; its row may still be loading. */
interface Slot<T> {
  readonly index: number;
  readonly row: T | undefined;
}

/**
 * A table of any length: only the rows on the screen are rendered and requested. It holds still while the pointer is over
 * it or the focus is in it: rows keep their places, with new values; those that left are marked, new ones wait.
 */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const {
    label,
    columns,
    rows,
    keyOf,
    search = '',
    isStale = false,
    sorting,
    onSort,
    onRange,
    empty,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { isHeld, listeners } = useHold();
  const list = `${sorting?.id} ${sorting?.order} ${search}`;
  const [screen, setScreen] = useState({ first: 0, last: 0 });
  const { total, rowAt, isGone, waiting, shift, bring } = useHeldRows({
    live: rows,
    keyOf,
    list,
    screen,
    isHeld: isHeld && !isStale,
    useGone: props.useGone,
  });
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  if (first !== screen.first || last !== screen.last) setScreen({ first, last });
  useEffect(
    () => onRange?.(Math.max(0, first + shift), Math.max(0, last + shift)),
    [onRange, first, last, shift],
  );
  useScrollMemory(scroller, list);

  const data = useMemo(
    () =>
      Array.from(
        { length: total === 0 ? 0 : last - first + 1 },
        (_, at): Slot<T> => ({
          index: first + at,
          row: rowAt(first + at),
        }),
      ),
    [first, last, total, rowAt],
  );
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Slot<T>> => ({
          id: column.id,
          header: column.title,
          // A column needs a value to be sortable. The API sorts, so any value will do.
          accessorFn: (slot) => slot.row,
          enableSorting: column.sortable === true,
          cell: ({ row }) =>
            row.original.row === undefined ? (
              <span className={css.placeholder} />
            ) : (
              column.cell(row.original.row)
            ),
        }),
      ),
    [columns],
  );
  const table = useTable({
    features,
    data,
    columns: definitions,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting: sorting === undefined ? [] : [{ id: sorting.id, desc: sorting.order === 'desc' }] },
    onSortingChange: (change) => {
      const before = table.state.sorting;
      const [next] = typeof change === 'function' ? change(before) : change;
      if (next !== undefined) onSort?.({ id: next.id, order: next.desc ? 'desc' : 'asc' });
    },
    getRowId: (slot) => (slot.row === undefined ? `#${slot.index}` : keyOf(slot.row)),
  });
  const columnOf = (id: string) => columns.find((column) => column.id === id);
  return (
    <div className={css.table} style={tracksOf(columns)} {...listeners}>
      {/* It can have the focus so that the keyboard scrolls it. */}
      <div
        className={css.scroller}
        ref={scroller}
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={isStale || undefined}
        tabIndex={0}
      >
        <div className={css.header} role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <div key={group.id} className={css.row} role="row" aria-rowindex={1}>
              {group.headers.map((header) => {
                const { column } = header;
                const style = columnOf(column.id);
                const sorted = column.getIsSorted();
                return (
                  <div
                    key={header.id}
                    role="columnheader"
                    className={css.cell}
                    data-min-screen={style?.minScreen}
                    data-align={style?.align}
                    aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                  >
                    {column.getCanSort() ? (
                      <button type="button" className={css.sort} onClick={column.getToggleSortingHandler()}>
                        <table.FlexRender header={header} />
                        {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} size={14} />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div className={css.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {table.getRowModel().rows.map((row) => {
            const { index, row: shown } = row.original;
            const isRowGone = shown !== undefined && isGone(shown);
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                className={css.row}
                data-virtual
                data-gone={isRowGone || undefined}
                style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
              >
                {row.getAllCells().map((cell, at) => {
                  const style = columnOf(cell.column.id);
                  return (
                    <div
                      key={cell.id}
                      role="cell"
                      className={css.cell}
                      data-min-screen={style?.minScreen}
                      data-align={style?.align}
                    >
                      <table.FlexRender cell={cell} />
                      {at === 0 && isRowGone && <span className={css.gone}>Gone</span>}
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      {total === 0 && empty}
      {(total > 0 || waiting > 0) && (
        <div className={css.footer}>
          <span>{label}</span>
          <WaitingRows waiting={waiting} bring={bring} list={scroller} />
        </div>
      )}
    </div>
  );
}

/** The column widths for each screen size as CSS variables; the style sheet selects one. */
function tracksOf<T>(columns: readonly Column<T>[]): CSSProperties {
  const tracks = (isShown: (column: Column<T>) => boolean) =>
    columns
      .filter(isShown)
      .map(({ width }) => width)
      .join(' ');
  const variables: Record<`--${string}`, string> = {
    '--phone': tracks(({ minScreen }) => minScreen === undefined),
    '--tablet': tracks(({ minScreen }) => minScreen !== 'desktop'),
    '--desktop': tracks(() => true),
  };
  return variables;
}
