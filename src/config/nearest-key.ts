/** The word of `known` that `given` is probably a misspelling of; undefined when none is close. */
export function nearestKey(given: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(given.length / 4)) + 1;
  for (const word of known) {
    const distance = editDistance(given.toLowerCase(), word.toLowerCase(), least);
    if (distance >= least) continue;
    least = distance;
    best = word;
  }
  return best;
}

/** Levenshtein distance; words whose lengths alone are `limit` apart are not compared. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? limit;
}
