import { createHmac } from 'node:crypto';

/** A header and its value. */
type Header = readonly [name: string, value: string];

/** A page that was given others, by a neighbour at the same host, still finds its own among so many. */
const MAX_FOUND = 4;
/** A login token, and nothing that needs quoting. */
const TOKEN = /^[\w.-]{1,2048}$/;
const PATH = 'Path=/api; HttpOnly; SameSite=Strict';

/**
 * The cookie that holds the login token of the dashboard (docs/decisions/0134). Its name is this coordinator's own: a browser
 * sends cookies to every port of a host, where another coordinator may listen. A browser lets no plain page replace a cookie
 * of TLS, so that one has a name of its own.
 */
export class SessionCookie {
  readonly #plain: string;
  readonly #secure: string;

  /** The key that signs the tokens; the name tells nothing of it. */
  constructor(signingKey: Uint8Array) {
    const mark = createHmac('sha256', signingKey).update('session cookie').digest('hex').slice(0, 8);
    this.#plain = `portcullis_${mark}`;
    this.#secure = `__Secure-${this.#plain}`;
  }

  /** What a `Cookie` header has under our names and may be a token: those of TLS first, four at most. */
  tokensIn(header: string): string[] {
    return this.allIn(header).slice(0, MAX_FOUND);
  }

  /** The same without a bound but the size of a header: a sign-out leaves no login behind that others hide. */
  allIn(header: string): string[] {
    if (!header.includes(this.#plain)) return [];
    const found = header.split(';').flatMap((pair) => {
      const end = pair.indexOf('=');
      const name = pair.slice(0, Math.max(end, 0)).trim();
      const token = unquoted(pair.slice(end + 1).trim());
      const isOurs = name === this.#plain || name === this.#secure;
      return isOurs && TOKEN.test(token) ? [{ isSecure: name === this.#secure, token }] : [];
    });
    return found
      .toSorted((one, other) => Number(other.isSecure) - Number(one.isSecure))
      .map(({ token }) => token);
  }

  /** Signs the page in until the browser is closed. */
  headerFor(token: string, isSecure: boolean): Header {
    return [
      'Set-Cookie',
      isSecure ? `${this.#secure}=${token}; ${PATH}; Secure` : `${this.#plain}=${token}; ${PATH}`,
    ];
  }

  /** Takes away both, since who signs out at one of them is not to stay signed in by the other. */
  headersToClear(): readonly Header[] {
    return [
      ['Set-Cookie', `${this.#plain}=; ${PATH}; Max-Age=0`],
      ['Set-Cookie', `${this.#secure}=; ${PATH}; Secure; Max-Age=0`],
    ];
  }
}

function unquoted(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
