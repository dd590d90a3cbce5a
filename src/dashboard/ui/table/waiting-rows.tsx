import type { RefObject } from 'react';
import css from './waiting-rows.module.css';
import { countText } from '../count-text.ts';

interface WaitingRowsProps {
  readonly waiting: number;
  readonly bring: () => void;
  /** Takes the focus when the button goes. */
  readonly list: RefObject<HTMLElement | null>;
}

/** How many rows wait until the viewer leaves the list, as a button that lets them in at once. Always as high. */
export function WaitingRows({ waiting, bring, list }: WaitingRowsProps) {
  if (waiting === 0) return <span className={css.none} />;
  return (
    <button
      type="button"
      className={css.waiting}
      title="The list stands still while you point at it or use it by keyboard. Press to bring what is new."
      // A press of the pointer takes no focus, which would hold the list after the pointer has left.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        if (document.activeElement === currentTarget) list.current?.focus();
        bring();
      }}
    >
      {countText(waiting)} new
    </button>
  );
}
