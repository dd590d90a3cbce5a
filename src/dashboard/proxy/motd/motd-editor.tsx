import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { notifySuccess, notifyFailure } from '../../ui/notice/notify.ts';
import { useStore } from '../../ui/use-store.ts';
import { saveProxy } from '../proxy-actions.ts';
import { gradient, lineAt } from './gradient.ts';
import { GradientTool } from './gradient-tool.tsx';
import { checkMotd } from './motd-check.ts';
import { centered, LINE_WIDTH } from './motd-layout.ts';
import { type MotdDraft, motdDrafts, type MotdField } from './motd-drafts.ts';
import { MotdPreview } from './motd-preview.tsx';
import { MotdTools } from './motd-tools.tsx';
import css from './motd.module.css';
import { replaceText, stepBack } from './text-edit.ts';

interface EditorProps {
  readonly label: string;
  readonly field: MotdField;
  /** The message that the coordinator has. */
  readonly saved: string;
  /** Null where nobody can tell. */
  readonly online: number | null;
  readonly max: number;
}

/** Edits a message of the day, with a preview of what players see. */
export function MotdEditor({ label, field, saved, online, max }: EditorProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  // Without a draft the editor shows the saved text, also when another admin saves.
  const draft = useStore(motdDrafts, (drafts) => drafts[field]);
  const setDraft = (next: MotdDraft | null) => motdDrafts.send({ type: 'written', field, draft: next });
  const [busy, setBusy] = useState(false);
  const [selection, setSelection] = useState({ start: 0, end: 0 });
  const text = draft?.text ?? saved;
  const write = (next: string) =>
    setDraft(next === saved ? null : { text: next, from: draft?.from ?? saved });
  const { lines, isExact, problem, warnings } = checkMotd(text);

  const insert = (code: string) => {
    if (input.current === null) return;
    const { selectionStart: start, selectionEnd: end } = input.current;
    replaceText(input.current, { from: start, to: start, text: code });
    input.current.setSelectionRange(start + code.length, end + code.length);
  };
  const line = lineAt(text, selection.start);
  const center = () => {
    if (input.current === null) return;
    const now = lineAt(text, input.current.selectionStart);
    const next = centered(text.slice(now.start, now.end));
    replaceText(input.current, { from: now.start, to: now.end, text: next });
    input.current.setSelectionRange(now.start + next.length, now.start + next.length);
  };
  const isSelected = selection.end > selection.start;
  const color = (colors: readonly string[]) => {
    const change = gradient(text, isSelected ? selection : line, colors);
    if (input.current !== null && change !== undefined) replaceText(input.current, change);
  };
  const save = async () => {
    setBusy(true);
    try {
      await saveProxy({ [field]: text });
      setDraft(null);
      notifySuccess(`${label} saved`);
    } catch (error) {
      notifyFailure('The message was not saved', error);
    }
    setBusy(false);
  };

  return (
    <div className={css.editor}>
      <MotdPreview motd={text} online={online} max={max} />
      <MotdTools
        insert={insert}
        center={center}
        step={(command) => input.current !== null && stepBack(input.current, command)}
      />
      <GradientTool
        target={isSelected ? 'the selection' : `line ${text.slice(0, line.start).split('\n').length}`}
        apply={color}
      />
      <Textarea
        ref={input}
        label={label}
        description="Write #RRGGBB for a colour, and & or § before a code of the game. A backslash before them shows them as text."
        autosize
        minRows={2}
        maxRows={4}
        spellCheck={false}
        classNames={{ input: css.input ?? '' }}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) =>
          setSelection({ start, end })
        }
        error={problem}
      />
      <div className={css.footer}>
        <span className={css.widths}>
          {lines.slice(0, 2).map(({ width, letters, isWide }, at) => (
            // A line has no key but its index.
            <span key={at} data-over={isWide || undefined}>
              Line {at + 1}: {isExact ? '' : 'about '}
              {width} of {LINE_WIDTH} px, {letters} {letters === 1 ? 'letter' : 'letters'}
            </span>
          ))}
        </span>
        <span className={css.buttons}>
          {draft !== null && <span className={css.unsaved}>Unsaved</span>}
          {draft !== null && (
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                // This button goes with the draft.
                input.current?.focus();
                setDraft(null);
              }}
            >
              Discard
            </Button>
          )}
          <Button
            size="sm"
            disabled={draft === null || problem !== undefined}
            loading={busy}
            onClick={() => void save()}
          >
            Save
          </Button>
        </span>
      </div>
      {/* It is there before it says something, or screen readers would miss the first. */}
      <div role="status" className={css.warnings}>
        {warnings.map((warning) => (
          <p key={warning} className={css.warn}>
            {warning}
          </p>
        ))}
      </div>
      {draft !== null && draft.from !== saved && (
        <p className={css.warn} role="status">
          Someone else has saved another text. Discard yours to see it, or save yours to replace it.
        </p>
      )}
    </div>
  );
}
