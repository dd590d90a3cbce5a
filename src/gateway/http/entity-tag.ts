/** Whether `If-None-Match` names this quoted tag. RFC 9110 §13.1.2: weak comparison, a list, or `*`. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '') return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  // Without making a list of it: anybody may send one of thousands, and it is looked at for each encoding.
  let at = ifNoneMatch.indexOf(etag);
  while (at >= 0) {
    const end = at + etag.length;
    if (isMemberBegin(ifNoneMatch, at) && BETWEEN.has(ifNoneMatch.charAt(end))) return true;
    at = ifNoneMatch.indexOf(etag, end);
  }
  return false;
}

/** What may stand before and after a member of a list: the text may end there. */
const BETWEEN: ReadonlySet<string> = new Set(['', ',', ' ', '\t']);

function isMemberBegin(list: string, at: number): boolean {
  const begin = list.startsWith('W/', at - 2) && at >= 2 ? at - 2 : at;
  return BETWEEN.has(list.charAt(begin - 1));
}
