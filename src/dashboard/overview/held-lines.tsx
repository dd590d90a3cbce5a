import { type ReactNode, useMemo, useRef } from 'react';
import { useHeldRows } from '../ui/table/use-held-rows.ts';
import { useHold } from '../ui/table/use-hold.ts';
import { WaitingRows } from '../ui/table/waiting-rows.tsx';
import css from './overview-page.module.css';

const MAX_LINES = 8;
const EVERYTHING = { first: 0, last: 0 };
const keyOf = ({ key }: Line) => key;

/** One thing that happened. */
export interface Line {
  readonly key: string;
  readonly what: ReactNode;
  readonly more: ReactNode;
  readonly when: ReactNode;
}

/** The latest of what happened; `none` where nothing has. It holds still while the pointer is over it or the focus in it. */
export function HeldLines(props: {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly none: string;
}) {
  const { label, lines, none } = props;
  const list = useRef<HTMLUListElement>(null);
  const { isHeld, listeners } = useHold();
  const live = useMemo(() => {
    const latest = lines.slice(0, MAX_LINES);
    return { total: latest.length, rowAt: (index: number) => latest[index], isComplete: true };
  }, [lines]);
  // A line that is no longer among the latest is as true as before: none is marked as gone.
  const { total, rowAt, waiting, bring } = useHeldRows({
    live,
    keyOf,
    list: label,
    screen: EVERYTHING,
    isHeld,
  });
  const shown = Array.from({ length: total }, (_, at) => rowAt(at)).filter((line) => line !== undefined);
  return (
    <div {...listeners}>
      {shown.length === 0 && <p className={css.quiet}>{none}</p>}
      <ul className={css.lines} ref={list} aria-label={label} tabIndex={-1}>
        {shown.map(({ key, what, more, when }) => (
          <li key={key}>
            <span className={css.what}>{what}</span>
            <span className={css.more} dir="auto">
              {more}
            </span>
            <span className={css.when}>{when}</span>
          </li>
        ))}
      </ul>
      <div className={css.footer}>
        <WaitingRows waiting={waiting} bring={bring} list={list} />
      </div>
    </div>
  );
}
