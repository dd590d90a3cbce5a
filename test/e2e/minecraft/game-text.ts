/**
 * The text of a disconnect as a player reads it: from a JSON component, or from its NBT form (1.20.3 and later, after the
 * login).
 */
export function wordsOf(reason: unknown): string {
  if (typeof reason === 'string') return /^[["{]/.test(reason) ? wordsOf(JSON.parse(reason)) : reason;
  if (Array.isArray(reason)) return reason.map(wordsOf).join('');
  if (typeof reason !== 'object' || reason === null) return '';
  // NBT wraps every value with its type.
  if ('type' in reason && 'value' in reason) return wordsOf(reason.value);
  const { text, extra } = { text: '', extra: [], ...reason };
  return wordsOf(text) + wordsOf(extra);
}
