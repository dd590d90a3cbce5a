import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { useScrollMemory } from '../way-back/use-scroll-memory.ts';
import type { LiveRows } from './held-rows.ts';
import { useHeldRows, type UseGone } from './use-held-rows.ts';
import { useHold } from './use-hold.ts';
import { useScreenRows } from './use-screen-rows.ts';
import css from './virtual-table.module.css';
import { WaitingRows } from './waiting-rows.tsx';

const ROW_HEIGHT = 44;

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
  const { first, last } = useScreenRows(scroller, total, ROW_HEIGHT);
  if (first !== screen.first || last !== screen.last) setScreen({ first, last });
  useEffect(
    () => onRange?.(Math.max(0, first + shift), Math.max(0, last + shift)),
    [onRange, first, last, shift],
  );
  useScrollMemory(scroller, list);

  const slots = useMemo(
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
          <div className={css.row} role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </div>
        </div>
        <div className={css.rows} role="rowgroup" style={{ height: total * ROW_HEIGHT }}>
          {slots.map(({ index, row }) => (
            <TableRow
              key={row === undefined ? `#${index}` : keyOf(row)}
              index={index}
              row={row}
              columns={columns}
              isGone={row !== undefined && isGone(row)}
            />
          ))}
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

interface HeaderCellProps {
  readonly column: Pick<Column<never>, 'id' | 'title' | 'sortable' | 'minScreen' | 'align'>;
  readonly sorting: Sorting | undefined;
  readonly onSort: ((sorting: Sorting) => void) | undefined;
}

function HeaderCell({ column, sorting, onSort }: HeaderCellProps) {
  const { id, title, sortable, minScreen, align } = column;
  const order = sorting?.id === id ? sorting.order : undefined;
  return (
    <div
      role="columnheader"
      className={css.cell}
      data-min-screen={minScreen}
      data-align={align}
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
    >
      {sortable === true ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onSort?.({ id, order: order === 'desc' ? 'asc' : 'desc' })}
        >
          {title}
          {order !== undefined && <Icon name={order === 'asc' ? 'up' : 'down'} size={14} />}
        </button>
      ) : (
        title
      )}
    </div>
  );
}

interface TableRowProps<T> extends Slot<T> {
  readonly columns: readonly Column<T>[];
  readonly isGone: boolean;
}

/** Made anew only when it changes: the page renders the table for each count of players. */
function TableRow<T>({ index, row, columns, isGone }: TableRowProps<T>) {
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={index + 2}
        className={css.row}
        data-virtual
        data-gone={isGone || undefined}
        style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      >
        {columns.map(({ id, minScreen, align, cell }, at) => (
          <div key={id} role="cell" className={css.cell} data-min-screen={minScreen} data-align={align}>
            {row === undefined ? <span className={css.placeholder} /> : cell(row)}
            {at === 0 && isGone && <span className={css.gone}>Gone</span>}
          </div>
        ))}
      </div>
    ),
    [index, row, columns, isGone],
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
