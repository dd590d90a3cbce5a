/** The identifier of our placeholders: what stands before the first `_`. */
export const IDENTIFIER = 'portcullis';

/** A piece of a text: plain text, or a placeholder. */
export type Piece =
  | { readonly kind: 'text'; readonly written: string }
  | {
      readonly kind: 'placeholder';
      readonly written: string;
      /** Lower case. */
      readonly identifier: string;
      /** Case kept; may be empty, and may hold `_` and spaces. */
      readonly params: string;
    };

/**
 * Divides a text as PlaceholderAPI does (docs/game-protocols.md "Placeholders, menus and text"): a placeholder is from one
 * `%` to the next, and its first `_` separates identifier and params. Without a `_` it is plain text; with a space before
 * the first `_` the `%` is plain text, and the search continues after the space. The pieces joined are the text.
 */
export function scanPlaceholders(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('%', at);
    if (start < 0) break;
    plain += text.slice(at, start);
    const end = text.indexOf('%', start + 1);
    const inside = text.slice(start + 1, end < 0 ? text.length : end);
    const space = inside.indexOf(' ');
    const line = inside.indexOf('_');
    const isSpaceFirst = space >= 0 && (line < 0 || space < line);
    if (isSpaceFirst || end < 0) {
      // The text up to the space, or all of the rest where no second `%` follows.
      at = isSpaceFirst ? start + space + 2 : text.length;
      plain += text.slice(start, at);
      continue;
    }
    at = end + 1;
    const written = text.slice(start, at);
    if (line < 0) {
      plain += written;
      continue;
    }
    if (plain !== '') pieces.push({ kind: 'text', written: plain });
    plain = '';
    const identifier = inside.slice(0, line).toLowerCase();
    pieces.push({ kind: 'placeholder', written, identifier, params: inside.slice(line + 1) });
  }
  plain += text.slice(at);
  if (plain !== '') pieces.push({ kind: 'text', written: plain });
  return pieces;
}
