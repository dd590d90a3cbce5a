import { Button } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { explain } from '../problem.ts';
import { useFocusReturn } from './focus/use-focus-return.ts';
import { DialogGuard } from './missing/dialog-guard.tsx';
import css from './dialog.module.css';

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

/** Asks for confirmation or input before an action. When it closes, the focus goes back to what opened it. */
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
    }
  };
  return (
    <DialogGuard close={close}>
      <Suspense fallback={null}>
        <Modal
          onClose={close}
          title={
            <span className={css.title} dir="auto">
              {title}
            </span>
          }
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <form className={css.form} onSubmit={(event) => void submit(event)}>
            {children}
            {error !== undefined && <ErrorText error={error} />}
            <div className={css.buttons}>
              <Button variant="default" onClick={close} disabled={busy}>
                Cancel
              </Button>
              <Button type="submit" color={danger ? 'red' : 'iris'} loading={busy} disabled={disabled}>
                {actionLabel}
              </Button>
            </div>
          </form>
        </Modal>
      </Suspense>
    </DialogGuard>
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
