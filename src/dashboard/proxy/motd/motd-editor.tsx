import { Button, ColorInput, Textarea, Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { PALETTE } from '../../../domain/text/text-color.ts';
import { parseText } from '../../../domain/text/text.ts';
import { notifySuccess, notifyFailure } from '../../ui/notify.ts';
import { Icon } from '../../ui/icon.tsx';
import { saveProxy } from '../proxy-actions.ts';
import { centered, layOut, LINE_WIDTH } from './motd-layout.ts';
import { MotdPreview } from './motd-preview.tsx';
import css from './motd.module.css';

const MAX_LENGTH = 512;
const FORMATS = [
  { code: '&l', label: 'Bold', sign: 'B' },
  { code: '&o', label: 'Italic', sign: 'I' },
  { code: '&n', label: 'Underlined', sign: 'U' },
  { code: '&m', label: 'Struck through', sign: 'S' },
  { code: '&k', label: 'Shuffled', sign: '?' },
  { code: '&r', label: 'Back to plain', sign: '⟲' },
];

interface EditorProps {
  readonly label: string;
  readonly field: 'motd' | 'maintenanceMotd';
  /** As the coordinator has it. */
  readonly saved: string;
  readonly online: number;
  readonly max: number;
}

/** Writes a message of the day, beside what players will see of it. */
export function MotdEditor({ label, field, saved, online, max }: EditorProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  // Null follows what is saved, also when another admin saves.
  const [draft, setDraft] = useState<{ readonly text: string; readonly from: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [color, setColor] = useState('#647FFB');
  const text = draft?.text ?? saved;
  const write = (next: string) =>
    setDraft(next === saved ? null : { text: next, from: draft?.from ?? saved });
  const lines = text.split('\n');
  const { widths, measured } = layOut(parseText(text));
  const problem = lines.length > 2 ? 'The server list has two lines.' : undefined;

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
    const place = text.slice(0, input.current?.selectionStart ?? 0).split('\n').length - 1;
    write(lines.map((line, at) => (at === place ? centered(line) : line)).join('\n'));
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
        <Tooltip label="Bring the line with the cursor to the middle">
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
        description="#RRGGBB, and the codes of the game behind & or §. A backslash before them makes them text."
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
      <div className={css.foot}>
        <span className={css.widths}>
          {widths.slice(0, 2).map((width, at) => (
            // Lines have no name but their place.
            <span key={at} data-over={width > LINE_WIDTH || undefined}>
              Line {at + 1}: {measured ? '' : 'about '}
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
          PlayerRef else saved another text meanwhile. Discard yours to see it, or save to replace it.
        </p>
      )}
    </div>
  );
}
