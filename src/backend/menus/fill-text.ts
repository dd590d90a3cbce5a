import { escapeText } from '../../domain/text/text.ts';
import { IDENTIFIER, scanPlaceholders } from '../placeholders/scan.ts';

/** The values of `{word}` and of `%portcullis_<params>%` in a text of the configuration. */
export interface Fillings {
  /** Plain text: nothing in it is read as a colour or placeholder. */
  readonly words: Readonly<Record<string, string>>;
  /** Text that may have colours; undefined for a placeholder that does not exist. */
  readonly placeholder: (params: string) => string | undefined;
}

const WORD = /\{([A-Za-z]{1,32})\}/g;

/**
 * Fills a text of the configuration. A value is never searched for placeholders, so that a name or reason cannot be one.
 * `{word}` also works inside a placeholder, for example in `%portcullis_server_{server}_players%`.
 */
export function fillText(template: string, { words, placeholder }: Fillings): string {
  const valueOf = (whole: string, word: string, change: (value: string) => string): string =>
    Object.hasOwn(words, word) ? change(words[word] ?? '') : whole;
  const withWords = (text: string): string =>
    text.replace(WORD, (whole, word: string) => valueOf(whole, word, escapeText));
  let filled = '';
  for (const piece of scanPlaceholders(template)) {
    if (piece.kind === 'text' || piece.identifier !== IDENTIFIER) {
      filled += withWords(piece.written);
      continue;
    }
    const params = piece.params.replace(WORD, (whole, word: string) =>
      valueOf(whole, word, (value) => value),
    );
    filled += placeholder(params) ?? withWords(piece.written);
  }
  return filled;
}
