import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { AppError } from '../domain/errors.ts';
import { type AddressReader, peerOf } from './http/client-address.ts';

/** What the dashboard sends with each change, and no other page can: it takes a preflight, which we do not allow. */
const MARK = { name: 'X-Portcullis-Page', value: '1' };
/** Enough to recognise a host by. */
const MAX_SHOWN = 100;

/** What a browser says of the page that sends a request; a text is empty where it says nothing. */
export interface PageRequest {
  /** Whether the method is one that may change something. */
  readonly isChange: boolean;
  readonly origin: string;
  /** `Sec-Fetch-Site`, which no page can set; browsers send it over TLS and to this machine. */
  readonly fetchSite: string;
  readonly isMarked: boolean;
  /** The `Cookie` header. */
  readonly cookie: string;
  /** How the browser reached us, as far as our reverse proxy says: with the port where it is not the usual one. */
  readonly scheme: string;
  readonly host: string;
}

/** Reads what a request says of its page. `X-Forwarded-Proto` and `-Host` count only of a trusted proxy. */
export function pageRequestOf(
  req: Pick<HttpRequest, 'getHeader' | 'getMethod'>,
  res: Pick<HttpResponse, 'getRemoteAddressAsText'>,
  addresses: Pick<AddressReader, 'hasProxies' | 'trusts'>,
): PageRequest {
  const isForwarded = addresses.hasProxies && addresses.trusts(peerOf(res));
  const forwarded = (name: string) => (isForwarded ? firstOf(req.getHeader(name)) : '');
  const method = req.getMethod();
  return {
    isChange: method !== 'get' && method !== 'head',
    origin: req.getHeader('origin'),
    fetchSite: req.getHeader('sec-fetch-site'),
    isMarked: req.getHeader('x-portcullis-page') === MARK.value,
    cookie: req.getHeader('cookie'),
    scheme: forwarded('x-forwarded-proto').toLowerCase() || 'http',
    host: forwarded('x-forwarded-host') || req.getHeader('host'),
  };
}

/** Whether the page was loaded over TLS; asked of a page that `assertOwnPage` let through. */
export function isSecurePage({ origin }: PageRequest): boolean {
  return origin.startsWith('https://');
}

/**
 * Throws 403 `foreign_page` unless our own page sends this, so that no other page acts by the cookie of who looks at it. A change
 * needs its `Origin` and our header; reading, which other pages cannot see the answer of, must only not name another page.
 */
export function assertOwnPage(page: PageRequest): void {
  const { isChange, origin, fetchSite, isMarked } = page;
  const isForeign = fetchSite !== '' && fetchSite !== 'same-origin' && (isChange || fetchSite !== 'none');
  if (isForeign || (origin !== '' && !isOwnOrigin(page))) throw foreign(page);
  if (!isChange) return;
  if (origin === '') throw refusal('A change by the session cookie needs the Origin header of the page');
  if (!isMarked) throw refusal(`A change by the session cookie needs the header ${MARK.name}: ${MARK.value}`);
}

/**
 * Scheme and port are what reverse proxies hide that pass on the name alone; a browser that says `same-origin` has compared them.
 */
function isOwnOrigin({ origin, fetchSite, scheme, host }: PageRequest): boolean {
  const own = host.toLowerCase();
  if (own === '') return false;
  if (fetchSite === 'same-origin')
    return withoutPort(origin.replace(/^https?:\/\//, '')) === withoutPort(own);
  return origin === `${scheme}://${own.replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`;
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}

function foreign({ origin, scheme, host }: PageRequest): AppError {
  const from = origin === '' ? 'another site' : shown(origin);
  return refusal(
    `The page is of ${from}, and the request went to ${shown(`${scheme}://${host}`)}. A reverse proxy in between has to pass on Host and X-Forwarded-Proto, and to be one of gateway.trustedProxies`,
  );
}

function refusal(detail: string): AppError {
  return new AppError('foreign_page', detail);
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Of proxies that stand one behind the other the outermost comes first. */
function firstOf(list: string): string {
  const [first = ''] = list.split(',', 1);
  return first.trim();
}
