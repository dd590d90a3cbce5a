import { TextInput } from '@mantine/core';
import { countText, parseCount } from '../count-text.ts';

/** A field for a number of players, which `parseCount` reads. It says what is wrong, and never changes what was entered. */
export function CountInput(props: {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { value, onChange, ...texts } = props;
  return (
    <TextInput
      {...texts}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        value.trim() === '' || parseCount(value) !== undefined
          ? undefined
          : `Use only digits, from 1 to ${countText(1_000_000)}`
      }
    />
  );
}
