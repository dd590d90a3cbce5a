import { plainIp } from '../../runtime/ip-address.ts';

/** A host name has 253 characters at most. */
const MAX_ORIGIN = 300;
/** Browsers send a host in ASCII. What IDNA does with anything else grows with the square of a label. */
const NOT_OF_A_BROWSER = /[^!-$&-~]/;

/**
 * The host, with its port, of the page that sends a login, if its owner could have made that name point to this process (DNS
 * rebinding); undefined otherwise. A browser names every page in `Origin`; programs send none. No DNS record makes an
 * address or `localhost` a name of somebody else, and a page of another origin gets no further than its preflight.
 */
export function pageHostOf(origin: string, trusted: ReadonlySet<string>): string | undefined {
  if (origin === '' || trusted.has(origin)) return undefined;
  if (origin.length > MAX_ORIGIN || NOT_OF_A_BROWSER.test(origin)) return origin.slice(0, MAX_ORIGIN);
  const page = URL.parse(origin);
  if (page === null) return origin;
  const { host, hostname } = page;
  const isFixed = hostname === 'localhost' || plainIp(hostname.replace(/^\[(.*)\]$/, '$1')) !== undefined;
  return isFixed ? undefined : host;
}
