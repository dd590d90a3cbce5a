/** Whether `If-None-Match` names this quoted tag. RFC 9110 §13.1.2: weak comparison, a list, or `*`. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '') return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
