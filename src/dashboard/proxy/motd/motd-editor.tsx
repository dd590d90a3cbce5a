import { Button, ColorInput, Textarea, Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { PALETTE } from '../../../domain/text/text-color.ts';
import { parseText } from '../../../domain/text/text.ts';
import { notifySuccess, notifyFailure } from '../../ui/notify.ts';
import { Icon } from '../../ui/icon.tsx';
import { saveProxy } from '../proxy-actions.ts';
import { centered, layoutText, LINE_WIDTH } from './motd-layout.ts';
import { MotdPreview } from './motd-preview.tsx';
import css from './motd.module.css';

const MAX_LENGTH = 512;
const FORMATS = [
  { code: '&l', label: 'Bold', sign: 'B' },
  { code: '&o', label: 'Italic', sign: 'I' },
  { code: '&n', label: 'Underlined', sign: 'U' },
  { code: '&m', label: 'Strikethrough', sign: 'S' },
  { code: '&k', label: 'Obfuscated', sign: '?' },
  { code: '&r', label: 'Reset', sign: '⟲' },
];

interface EditorProps {
  readonly label: string;
  readonly field: 'motd' | 'maintenanceMotd';
  /** The message that the coordinator has. */
  readonly saved: string;
  readonly online: number;
  readonly max: number;
}

/** Edits a message of the day, with a preview of what players see. */
export function MotdEditor({ label, field, saved, online, max }: EditorProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  // Without a draft the editor shows the saved text, also when another admin saves.
  const [draft, setDraft] = useState<{ readonly text: string; readonly from: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [color, setColor] = useState('#647FFB');
  const text = draft?.text ?? saved;
  const write = (next: string) =>
    setDraft(next === saved ? null : { text: next, from: draft?.from ?? saved });
  const lines = text.split('\n');
  const { widths, isExact } = layoutText(parseText(text));
  const problem = lines.length > 2 ? 'The server list shows only two lines.' : undefined;

  const insert = (code: string) => {
    const at = input.current;
    const [start, end] = at === null ? [text.length, text.length] : [at.selectionStart, at.selectionEnd];
    write(text.slice(0, start) + code + text.slice(start));
    requestAnimationFrame(() => {
      at?.focus();
      at?.setSelectionRange(start + code.length, end + code.length);
    });
  };
  const center = () => {
    const current = text.slice(0, input.current?.selectionStart ?? 0).split('\n').length - 1;
    write(lines.map((line, at) => (at === current ? centered(line) : line)).join('\n'));
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
      <div className={css.tools} role="toolbar" aria-label="Colours and formats">
        {PALETTE.map(({ code, name, hex }) => (
          <Tooltip key={code} label={`&${code} ${name.replace('_', ' ')}`}>
            <button
              type="button"
              className={css.swatch}
              aria-label={`Insert ${name.replace('_', ' ')}`}
              style={{ background: hex }}
              onClick={() => insert(`&${code}`)}
            />
          </Tooltip>
        ))}
        <span className={css.gap} />
        {FORMATS.map(({ code, label: name, sign }) => (
          <Tooltip key={code} label={`${code} ${name.toLowerCase()}`}>
            <button type="button" className={css.format} aria-label={name} onClick={() => insert(code)}>
              {sign}
            </button>
          </Tooltip>
        ))}
        <Tooltip label="Centre the line with the cursor">
          <button type="button" className={css.format} aria-label="Centre this line" onClick={center}>
            <Icon name="center" size={16} />
          </button>
        </Tooltip>
        <span className={css.any}>
          <ColorInput
            size="xs"
            aria-label="Any colour"
            value={color}
            onChange={setColor}
            withEyeDropper={false}
            popoverProps={{ withinPortal: true }}
          />
          <Button size="xs" variant="default" onClick={() => insert(color.toUpperCase())}>
            Insert
          </Button>
        </span>
      </div>
      <Textarea
        ref={input}
        label={label}
        description="Write #RRGGBB for a colour, and & or § before a code of the game. A backslash before them shows them as text."
        autosize
        minRows={2}
        maxRows={4}
        maxLength={MAX_LENGTH}
        spellCheck={false}
        classNames={{ input: css.input ?? '' }}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        error={problem}
      />
      <div className={css.footer}>
        <span className={css.widths}>
          {widths.slice(0, 2).map((width, at) => (
            // A line has no key but its index.
            <span key={at} data-over={width > LINE_WIDTH || undefined}>
              Line {at + 1}: {isExact ? '' : 'about '}
              {width} of {LINE_WIDTH} px
            </span>
          ))}
          <span>
            {text.length} of {MAX_LENGTH} characters
          </span>
        </span>
        <span className={css.buttons}>
          {draft !== null && (
            <Button variant="default" size="sm" onClick={() => setDraft(null)}>
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
      {draft !== null && draft.from !== saved && (
        <p className={css.warn} role="status">
          Someone else has saved another text. Discard yours to see it, or save yours to replace it.
        </p>
      )}
    </div>
  );
}
