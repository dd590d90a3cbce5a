import { plainIp } from '../../runtime/ip-address.ts';

/**
 * The host, with its port, of the page that sends a login, if its owner could have made that name point to this process (DNS
 * rebinding); undefined otherwise. A browser names every page in `Origin`; programs send none. No DNS record makes an
 * address or `localhost` a name of somebody else, and a page of another origin gets no further than its preflight.
 */
export function pageHostOf(origin: string, trusted: ReadonlySet<string>): string | undefined {
  if (origin === '' || trusted.has(origin)) return undefined;
  if (!URL.canParse(origin)) return origin;
  const { host, hostname } = new URL(origin);
  const isFixed = hostname === 'localhost' || plainIp(hostname.replace(/^\[(.*)\]$/, '$1')) !== undefined;
  return isFixed ? undefined : host;
}
