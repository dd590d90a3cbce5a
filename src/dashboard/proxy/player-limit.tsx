import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { countText, parseCount } from '../ui/count-text.ts';
import { CountInput } from '../ui/input/count-input.tsx';
import { notifyFailure, notifySuccess } from '../ui/notice/notify.ts';
import { saveProxy } from './proxy-actions.ts';
import css from './proxy-page.module.css';

/** How many may play at once. */
export function PlayerLimit({ saved }: { readonly saved: number }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = draft ?? countText(saved);
  const value = parseCount(text);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (value === undefined || value === saved || busy) return;
    setBusy(true);
    try {
      await saveProxy({ maxPlayers: value });
      setDraft(null);
      notifySuccess('Player limit saved');
    } catch (error) {
      notifyFailure('The player limit was not saved', error);
    }
    setBusy(false);
  };
  return (
    <form className={css.row} onSubmit={(event) => void save(event)}>
      <CountInput
        label="Player limit"
        description="Players on the bypass list may exceed it."
        value={text}
        onChange={setDraft}
      />
      <Button
        type="submit"
        variant="default"
        loading={busy}
        disabled={value === undefined || value === saved}
      >
        Save
      </Button>
    </form>
  );
}
