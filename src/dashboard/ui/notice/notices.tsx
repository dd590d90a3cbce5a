import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from '../use-store.ts';
import { noticeStore } from './notice-store.ts';
import css from './notices.module.css';

const MAX_SHOWN = 4;

/**
 * The notices, in a corner over the page and over dialogs. While the pointer is on one or the focus in it, all stay. Part of the
 * first load: they say that something failed, the coordinator among it.
 */
export function Notices() {
  const notices = useStore(noticeStore, (context) => context.notices);
  // By their numbers: of one that is closed under the pointer no event says that it was left.
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const isHeld = notices.some(({ id }) => id === pointed || id === focused);
  return (
    <div className={css.notices}>
      {notices.slice(0, MAX_SHOWN).map(({ id, title, message, color, shownFor }) => (
        <Notification
          key={id}
          className={css.notice}
          title={title}
          color={color}
          withBorder
          closeButtonProps={{ 'aria-label': 'Close' }}
          onClose={() => close(id)}
          onPointerEnter={() => setPointed(id)}
          onPointerLeave={() => setPointed(undefined)}
          onFocus={() => setFocused(id)}
          onBlur={() => setFocused(undefined)}
        >
          {message}
          <Closing id={id} after={isHeld ? undefined : shownFor} />
        </Notification>
      ))}
    </div>
  );
}

function close(id: number): void {
  noticeStore.send({ type: 'closed', id });
}

/** Closes a notice; `after` in milliseconds, undefined while it is held. */
function Closing({ id, after }: { readonly id: number; readonly after: number | undefined }) {
  useEffect(() => {
    if (after === undefined) return undefined;
    const timer = setTimeout(() => close(id), after);
    return () => clearTimeout(timer);
  }, [id, after]);
  return null;
}
