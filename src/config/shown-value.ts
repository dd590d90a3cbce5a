/** What one line of a terminal has room for beside the words around it. */
const SHOWN_LETTERS = 80;

/**
 * A value as JSON for an error message, cut after 80 characters: aliases of YAML make kilobytes of a few lines, and one that
 * contains itself has no end.
 */
export function shownValue(value: unknown): string {
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length > SHOWN_LETTERS) return cut(text);
  }
  return text;
}

/** The name of a key for an error message, cut as a value is. */
export function shownKey(key: string): string {
  return key.length > SHOWN_LETTERS ? cut(key) : key;
}

/** Never through the middle of a character. */
function cut(text: string): string {
  return `${text.slice(0, SHOWN_LETTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The JSON of a value, piece by piece. */
function* partsOf(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield typeof value === 'string'
      ? JSON.stringify(value.slice(0, SHOWN_LETTERS + 1))
      : (JSON.stringify(value) ?? 'nothing');
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let between = '';
  for (const [key, part] of Object.entries(value)) {
    yield isList ? between : `${between}${JSON.stringify(key)}:`;
    yield* partsOf(part);
    between = ',';
  }
  yield isList ? ']' : '}';
}
