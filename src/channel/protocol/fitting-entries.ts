/**
 * The entries of a list, from the first on, whose JSON text with its brackets and commas has at most `maxBytes` bytes; the
 * list itself when all fit.
 */
export function fittingEntries<T>(entries: readonly T[], maxBytes: number): readonly T[] {
  let bytes = 2;
  for (const [at, entry] of entries.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    // The last entry has no comma after it.
    if (bytes - 1 > maxBytes) return entries.slice(0, at);
  }
  return entries;
}
