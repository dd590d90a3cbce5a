import { type ReactNode, useMemo, useRef } from 'react';
import css from './held-cards.module.css';
import { useHeldRows } from './use-held-rows.ts';
import { useHold } from './use-hold.ts';
import { WaitingRows } from './waiting-rows.tsx';

interface HeldCardsProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Names what is searched for. */
  readonly search: string;
  /** Of the list. */
  readonly className: string;
  readonly card: (item: T) => ReactNode;
}

const EVERYTHING = { first: 0, last: 0 };

/** A list of cards that holds still, as a table does, while the pointer is over it or the focus in it. */
export function HeldCards<T>({ label, items, keyOf, search, className, card }: HeldCardsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { isHeld, listeners } = useHold();
  const live = useMemo(
    () => ({ total: items.length, rowAt: (index: number) => items[index], isComplete: true }),
    [items],
  );
  const { total, rowAt, isGone, waiting, bring } = useHeldRows({
    live,
    keyOf,
    list: search,
    screen: EVERYTHING,
    isHeld,
  });
  const shown = Array.from({ length: total }, (_, at) => rowAt(at)).filter((item) => item !== undefined);
  return (
    <div {...listeners}>
      <ul className={className} ref={list} aria-label={label} tabIndex={-1}>
        {shown.map((item) => (
          <li key={keyOf(item)} className={css.card} data-gone={isGone(item) || undefined}>
            {card(item)}
            {isGone(item) && <span className={css.gone}>Gone</span>}
          </li>
        ))}
      </ul>
      <div className={css.footer}>
        <WaitingRows waiting={waiting} bring={bring} list={list} />
      </div>
    </div>
  );
}
