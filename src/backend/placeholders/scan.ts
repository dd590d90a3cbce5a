/** The identifier of our placeholders: what stands before the first `_`. */
export const IDENTIFIER = 'portcullis';

/** A piece of a text: words, or a placeholder as it was written and taken apart. */
export type Piece =
  | { readonly kind: 'words'; readonly written: string }
  | {
      readonly kind: 'placeholder';
      readonly written: string;
      /** Lower case. */
      readonly identifier: string;
      /** Case kept; may be empty, and may hold `_` and spaces. */
      readonly params: string;
    };

/**
 * Takes a text apart as PlaceholderAPI does (PROTOCOLS §11): from one `%` to the next, the first `_` divides identifier
 * and params; without a `_` it is words; and a space before the first `_` makes the `%` a word, after which the search
 * goes on. The pieces put together are the text.
 */
export function scanPlaceholders(text: string): Piece[] {
  const pieces: Piece[] = [];
  let words = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('%', at);
    if (start < 0) break;
    words += text.slice(at, start);
    const end = text.indexOf('%', start + 1);
    const inside = text.slice(start + 1, end < 0 ? text.length : end);
    const space = inside.indexOf(' ');
    const line = inside.indexOf('_');
    const isSpaceFirst = space >= 0 && (line < 0 || space < line);
    if (isSpaceFirst || end < 0) {
      // The sign alone, or all that follows where it is never closed.
      at = isSpaceFirst ? start + space + 2 : text.length;
      words += text.slice(start, at);
      continue;
    }
    at = end + 1;
    const written = text.slice(start, at);
    if (line < 0) {
      words += written;
      continue;
    }
    if (words !== '') pieces.push({ kind: 'words', written: words });
    words = '';
    const identifier = inside.slice(0, line).toLowerCase();
    pieces.push({ kind: 'placeholder', written, identifier, params: inside.slice(line + 1) });
  }
  words += text.slice(at);
  if (words !== '') pieces.push({ kind: 'words', written: words });
  return pieces;
}
