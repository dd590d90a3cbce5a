import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { explain } from '../problem.ts';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: the deed and whom it is done to. */
  readonly verb: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The dialog closes when it is done; a refusal is shown in it. */
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
}

/** Asks before something is done. */
export function Dialog({ title, children, verb, danger = false, disabled = false, run, close }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A form in a portal still sends its events to the component that opened it.
    event.stopPropagation();
    setBusy(true);
    try {
      await run();
      close();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {children}
        {error !== undefined && <Refusal error={error} />}
        <div className={css.buttons}>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : 'iris'} loading={busy} disabled={disabled}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  const { title, advice } = explain(error);
  return (
    <p className={css.refusal} role="alert">
      <strong>{title}.</strong> {advice}
    </p>
  );
}
