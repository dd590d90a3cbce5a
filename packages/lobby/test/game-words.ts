import { recordOf } from '../src/game/game-version.ts';

/** The words of a text in whatever form a packet has it: `§` codes, JSON, or tags. */
export function wordsOf(text: unknown): string {
  if (text === undefined || text === null) return '';
  if (typeof text === 'string') return wordsOfString(text);
  if (Array.isArray(text)) return text.map(wordsOf).join('');
  const { type, value, text: words, extra } = recordOf(text);
  if (typeof type === 'string' && value !== undefined) return wordsOf(value);
  return wordsOf(words) + wordsOf(extra);
}

function wordsOfString(text: string): string {
  if (/^[{"[]/.test(text)) {
    try {
      const parsed: unknown = JSON.parse(text);
      return typeof parsed === 'string' ? withoutCodes(parsed) : wordsOf(parsed);
    } catch {
      return withoutCodes(text);
    }
  }
  return withoutCodes(text);
}

function withoutCodes(text: string): string {
  return text.replaceAll(/§./g, '');
}
