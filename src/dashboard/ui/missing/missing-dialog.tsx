import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { reloadOnceThere } from './missing-code.ts';
import css from './missing-dialog.module.css';

/** A dialog of the browser's own, which needs no code that is not there. It loads the page anew as soon as that can be had. */
export function MissingDialog({ close }: { readonly close: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(reloadOnceThere, []);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog className={css.dialog} ref={ref} aria-labelledby={title} onClose={close}>
      <strong id={title}>This dialog cannot be loaded</strong>
      <p>
        The coordinator does not answer. It is tried again by itself: the page is loaded anew once it does,
        and the dialog can be opened then.
      </p>
      <Button variant="default" onClick={close}>
        Close
      </Button>
    </dialog>
  );
}
