import { dateOf, exactTime } from '../../ui/time/time-text.ts';
import type { ShownField } from './recording.ts';

/** A value as text; a moment as a date in the viewer's time zone, with the number that it is on hover. */
export function FieldText({ text, at, agent }: Omit<ShownField, 'path'>) {
  if (at === undefined) return text;
  return (
    <time dateTime={dateOf(at).toISOString()} title={text}>
      {agent === undefined ? exactTime(at) : `${agent}, started ${exactTime(at)}`}
    </time>
  );
}
