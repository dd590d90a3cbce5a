import { Button, ColorInput } from '@mantine/core';
import { useState } from 'react';
import { PALETTE } from '../../../domain/text/text-color.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './motd.module.css';
import { Tip } from '../../ui/tip/tip.tsx';

const FORMATS = [
  { code: '&l', label: 'Bold', sign: 'B' },
  { code: '&o', label: 'Italic', sign: 'I' },
  { code: '&n', label: 'Underlined', sign: 'U' },
  { code: '&m', label: 'Strikethrough', sign: 'S' },
  { code: '&k', label: 'Obfuscated', sign: '?' },
  { code: '&r', label: 'Reset', sign: '⟲' },
];

interface ToolsProps {
  /** Writes a code at the cursor. */
  readonly insert: (code: string) => void;
  readonly center: () => void;
  readonly step: (command: 'undo' | 'redo') => void;
}

/** Writes colours and formats into a message, and takes changes back. */
export function MotdTools({ insert, center, step }: ToolsProps) {
  const [color, setColor] = useState('#647FFB');
  return (
    <div className={css.tools} role="toolbar" aria-label="Colours and formats">
      {PALETTE.map(({ code, name, hex }) => (
        <Tip key={code} label={`&${code} ${name.replace('_', ' ')}`}>
          <button
            type="button"
            className={css.swatch}
            aria-label={`Insert ${name.replace('_', ' ')}`}
            style={{ background: hex }}
            onClick={() => insert(`&${code}`)}
          />
        </Tip>
      ))}
      <span className={css.gap} />
      {FORMATS.map(({ code, label: name, sign }) => (
        <Tip key={code} label={`${code} ${name.toLowerCase()}`}>
          <button type="button" className={css.format} aria-label={name} onClick={() => insert(code)}>
            {sign}
          </button>
        </Tip>
      ))}
      <Tip label="Centre the line with the cursor">
        <button type="button" className={css.format} aria-label="Centre this line" onClick={center}>
          <Icon name="center" size={16} />
        </button>
      </Tip>
      <span className={css.gap} />
      <Tip label="Undo (Ctrl+Z)">
        <button type="button" className={css.format} aria-label="Undo" onClick={() => step('undo')}>
          <Icon name="undo" size={16} />
        </button>
      </Tip>
      <Tip label="Redo">
        <button type="button" className={css.format} aria-label="Redo" onClick={() => step('redo')}>
          <Icon name="redo" size={16} />
        </button>
      </Tip>
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
  );
}
