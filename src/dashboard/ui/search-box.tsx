import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import css from './search-box.module.css';

const PAUSE_MS = 200;

/** Searches while the viewer types, after each pause of `PAUSE_MS`. */
export function SearchBox(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const [text, setText] = useState(value);
  // What was entered here comes back as `value` while the viewer may have typed on; any other value replaces the text.
  const [entered, setEntered] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== entered) {
      setText(value);
      setEntered(value);
    }
  }
  useEffect(() => {
    // What is pasted often has a space around it.
    const wanted = text.trim();
    if (wanted === value) return undefined;
    const timer = setTimeout(() => {
      setEntered(wanted);
      onChange(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput
      className={css.box ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
