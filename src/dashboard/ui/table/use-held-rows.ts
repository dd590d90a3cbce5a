import { useCallback, useMemo, useState } from 'react';
import { type LiveRows, type RowRange, waitingRows } from './held-rows.ts';
import { RowHolder } from './row-holder.ts';

/** Tells which of some rows, which are no longer among the loaded ones, have left the list. A hook. */
export type UseGone<T> = (missing: readonly T[]) => ReadonlySet<string>;

interface HeldOptions<T> {
  readonly live: LiveRows<T>;
  readonly keyOf: (row: T) => string;
  /** Names the search and the order. */
  readonly list: string;
  readonly screen: RowRange;
  readonly isHeld: boolean;
  /** Needed for lists that are not complete and lose rows. */
  readonly useGone?: UseGone<T> | undefined;
}

const NOBODY: ReadonlySet<string> = new Set();
const useNobody = () => NOBODY;

/** A list that stands still while it is held; live otherwise. */
export function useHeldRows<T>({ live, keyOf, list, screen, isHeld, useGone = useNobody }: HeldOptions<T>) {
  const [holder] = useState(() => new RowHolder(keyOf));
  const [brought, setBrought] = useState(0);
  const { first, last } = screen;
  const held = useMemo(() => {
    if (isHeld) return holder.hold(`${brought} ${list}`, live, { first, last });
    holder.release();
    return undefined;
  }, [holder, isHeld, brought, list, live, first, last]);
  const missing = useMemo(
    () => [...(held?.pins.values() ?? [])].filter(({ isMissing }) => isMissing).map(({ row }) => row),
    [held],
  );
  const found = useGone(missing);
  const gone = useMemo(
    () =>
      live.isComplete
        ? new Set(missing.map(keyOf))
        : new Set(missing.map(keyOf).filter((key) => found.has(key))),
    [live, missing, keyOf, found],
  );
  const rowAt = useCallback(
    (index: number) => (held === undefined ? live.rowAt(index) : held.pins.get(index)?.row),
    [held, live],
  );
  return {
    total: held?.total ?? live.total,
    rowAt,
    isGone: useCallback((row: T) => gone.has(keyOf(row)), [gone, keyOf]),
    /** How many rows wait to be let in. */
    waiting: held === undefined ? 0 : waitingRows(held, gone.size),
    /** What to add to an index for that of the same row in the live list. */
    shift: held?.shift ?? 0,
    /** Lets the waiting rows in, although the list is still held. */
    bring: useCallback(() => setBrought((times) => times + 1), []),
  };
}
