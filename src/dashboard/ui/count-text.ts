const numbers = new Intl.NumberFormat();

/** A number with the separators of the viewer's locale. */
export function countText(count: number): string {
  return numbers.format(count);
}

/** How many of something: "1 player", "20,000 players". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** The most players that the coordinator takes as a limit. */
const MAX_COUNT = 1_000_000;
/** Of the viewer's locale: some write a number with digits of their own. */
const digits = Array.from({ length: 10 }, (_, digit) => numbers.format(digit));
const groupMark = numbers.formatToParts(1_234_567).find(({ type }) => type === 'group')?.value ?? ' ';

/**
 * The number of players that a viewer has entered, from one to a million, with or without the separators of the locale.
 * Undefined for any other text: "50.000" is fifty thousand in German and nothing that anybody can have meant in English.
 */
export function parseCount(text: string): number | undefined {
  const isSpace = groupMark.trim() === '';
  const plain = text.trim().replaceAll(/./gu, (letter) => {
    if (letter === groupMark || (isSpace && letter.trim() === '')) return ' ';
    return digits.includes(letter) ? String(digits.indexOf(letter)) : letter;
  });
  // India has groups of two.
  if (!/^\d+$|^\d{1,3}( \d{2,3})* \d{3}$/.test(plain)) return undefined;
  const count = Number(plain.replaceAll(' ', ''));
  return count >= 1 && count <= MAX_COUNT ? count : undefined;
}
