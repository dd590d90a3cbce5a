import { Button } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { explain } from '../problem.ts';
import { useFocusReturn } from './focus/use-focus-return.ts';
import { DialogGuard } from './missing/dialog-guard.tsx';
import css from './dialog.module.css';
import { useDraftGuard } from './input/use-draft-guard.ts';
import { notifyFailure } from './notice/notify.ts';

const Modal = lazy(() => import('./modal.tsx'));

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The label of the button: the action and its target. */
  readonly actionLabel: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The dialog closes when this resolves, and shows the error when it rejects. */
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
}

/**
 * Asks for confirmation or input before an action. When it closes, the focus goes back to what opened it. It stays open until
 * the action is answered, and asks before it drops what was entered.
 */
export function Dialog({
  title,
  children,
  actionLabel,
  danger = false,
  disabled = false,
  run,
  close,
}: DialogProps) {
  useFocusReturn();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isLeaving, setLeaving] = useState(false);
  const { form, isFilled } = useDraftGuard(() => setLeaving(true));
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leave = () => {
    if (busy) return;
    if (isLeaving) setLeaving(false);
    else if (isFilled()) setLeaving(true);
    else close();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React also sends the events of a portal to the component that opened it.
    event.stopPropagation();
    setBusy(true);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure);
      setBusy(false);
      // Another page was opened meanwhile.
      if (!isOpen.current) notifyFailure(`Not done: ${actionLabel}`, failure);
    }
  };
  return (
    <DialogGuard close={close}>
      <Suspense fallback={null}>
        <Modal
          onClose={leave}
          title={
            <span className={css.title} dir="auto">
              {title}
            </span>
          }
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <form className={css.form} ref={form} onSubmit={(event) => void submit(event)}>
            {children}
            {error !== undefined && <ErrorText error={error} />}
            {isLeaving ? (
              <Leaving stay={() => setLeaving(false)} leave={close} />
            ) : (
              <div className={css.buttons}>
                <Button variant="default" onClick={close} disabled={busy}>
                  Cancel
                </Button>
                <Button type="submit" color={danger ? 'red' : 'iris'} loading={busy} disabled={disabled}>
                  {actionLabel}
                </Button>
              </div>
            )}
          </form>
        </Modal>
      </Suspense>
    </DialogGuard>
  );
}

function Leaving({ stay, leave }: { readonly stay: () => void; readonly leave: () => void }) {
  useFocusReturn();
  return (
    <div className={css.buttons} role="alert">
      <span className={css.question}>Drop what you entered?</span>
      <Button variant="default" autoFocus onClick={stay}>
        Go on editing
      </Button>
      <Button color="red" onClick={leave}>
        Drop it
      </Button>
    </div>
  );
}

function ErrorText({ error }: { readonly error: unknown }) {
  const { title, advice } = explain(error);
  return (
    <p className={css.error} role="alert">
      <strong>{title}.</strong> {advice}
    </p>
  );
}
