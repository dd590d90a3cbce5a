const numbers = new Intl.NumberFormat();

/** A number with the separators of the viewer's locale. */
export function countText(count: number): string {
  return numbers.format(count);
}

/** How many of something: "1 player", "20,000 players". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

const partOf = (wanted: Intl.NumberFormatPartTypes) =>
  numbers.formatToParts(1_234_567.5).find(({ type }) => type === wanted)?.value;

/** The separators of the viewer's locale, for fields with a number. */
export const SEPARATORS = {
  thousandSeparator: partOf('group') ?? ' ',
  decimalSeparator: partOf('decimal') ?? '.',
} as const;
