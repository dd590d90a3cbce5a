import { ActionIcon, Button, ColorInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import css from './motd.module.css';
import { Tip } from '../../ui/tip/tip.tsx';

const FIRST_COLORS = ['#647FFB', '#FF8A5B'];
const MAX_COLORS = 6;

interface GradientToolProps {
  /** What it would colour, as "the selection". */
  readonly target: string;
  readonly apply: (colors: readonly string[]) => void;
}

/** Chooses two or more colours, and gives each letter of the selection or of a line one between them. */
export function GradientTool({ target, apply }: GradientToolProps) {
  const [colors, setColors] = useState<readonly string[]>(FIRST_COLORS);
  const isValid = colors.every((color) => /^#[0-9a-f]{6}$/i.test(color));
  return (
    <fieldset className={css.gradient}>
      <legend>Gradient</legend>
      {colors.map((color, at) => (
        <ColorInput
          // A colour has no key but its place.
          key={at}
          size="xs"
          className={css.stop ?? ''}
          aria-label={`Colour ${at + 1} of the gradient`}
          value={color}
          onChange={(next) => setColors(colors.with(at, next))}
          withEyeDropper={false}
          popoverProps={{ withinPortal: true }}
        />
      ))}
      <Tip label="More colours">
        <ActionIcon
          variant="default"
          aria-label="More colours"
          disabled={colors.length >= MAX_COLORS}
          onClick={() => setColors([...colors, colors.at(-2) ?? '#FFFFFF'])}
        >
          <Icon name="plus" size={16} />
        </ActionIcon>
      </Tip>
      <Tip label="Fewer colours">
        <ActionIcon
          variant="default"
          aria-label="Fewer colours"
          disabled={colors.length <= 2}
          onClick={() => setColors(colors.slice(0, -1))}
        >
          <Icon name="minus" size={16} />
        </ActionIcon>
      </Tip>
      <span
        className={css.ramp}
        aria-hidden="true"
        style={isValid ? { background: `linear-gradient(90deg, ${colors.join(', ')})` } : {}}
      />
      <Button size="xs" variant="default" disabled={!isValid} onClick={() => apply(colors)}>
        Colour {target}
      </Button>
    </fieldset>
  );
}
