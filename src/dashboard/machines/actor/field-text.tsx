import { dateOf, exactTime } from '../../ui/time/time-text.ts';
import type { ShownField } from './recording.ts';

/** A value as text; a moment as a date in the viewer's time zone, with the number that it is on hover. */
export function FieldText({ text, at }: Pick<ShownField, 'text' | 'at'>) {
  if (at === undefined) return text;
  return (
    <time dateTime={dateOf(at).toISOString()} title={text}>
      {exactTime(at)}
    </time>
  );
}
