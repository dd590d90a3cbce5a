/**
 * The words of a disconnect as a player reads them: out of a JSON component, or of its NBT form (1.20.3 and later, once
 * the login is over).
 */
export function wordsOf(reason: unknown): string {
  if (typeof reason === 'string') return /^[["{]/.test(reason) ? wordsOf(JSON.parse(reason)) : reason;
  if (Array.isArray(reason)) return reason.map(wordsOf).join('');
  if (typeof reason !== 'object' || reason === null) return '';
  // NBT has every value in an envelope with its type.
  if ('type' in reason && 'value' in reason) return wordsOf(reason.value);
  const { text, extra } = { text: '', extra: [], ...reason };
  return wordsOf(text) + wordsOf(extra);
}
