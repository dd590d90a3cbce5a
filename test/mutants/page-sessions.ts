import type { Mutant } from './mutant.ts';

const PAGE = 'src/gateway/page-request.ts';
const COOKIE = 'src/gateway/auth/session-cookie.ts';
const FOREIGN = 'test/hardening/gateway-foreign-cookies.test.ts';
const SESSION = 'test/gateway/auth/page-session.test.ts';
const EVERYWHERE = 'test/gateway/auth/logout-everywhere.test.ts';

/** Mistakes in the session of the dashboard that the tests must notice. */
export const mutants: Mutant[] = [
  {
    promise: 'a change by the cookie is refused to other pages',
    file: 'src/gateway/credentials.ts',
    from: '      assertOwnPage(page);\n',
    to: '',
    test: FOREIGN,
  },
  {
    promise: 'a page of another origin signs nobody in',
    file: 'src/gateway/routes/auth.ts',
    from: '      assertOwnPage(page);\n',
    to: '',
    test: FOREIGN,
  },
  {
    promise: 'a page at another port is another one',
    file: PAGE,
    from: "if (fetchSite === 'same-origin')",
    to: "if (fetchSite !== 'cross-site')",
    test: FOREIGN,
  },
  {
    promise: 'a change by the cookie needs an origin',
    file: PAGE,
    from: "if (origin === '') throw",
    to: 'if (origin === undefined) throw',
    test: FOREIGN,
  },
  {
    promise: 'a change by the cookie needs our header',
    file: PAGE,
    from: 'if (!isMarked) throw',
    to: 'if (isMarked === undefined) throw',
    test: FOREIGN,
  },
  {
    promise: 'a neighbour at the same site is another page',
    file: PAGE,
    from: "fetchSite !== 'same-origin' && (",
    to: "fetchSite === 'cross-site' && (",
    test: FOREIGN,
  },
  {
    promise: 'who is not our proxy cannot say how the page reached us',
    file: PAGE,
    from: 'addresses.hasProxies && addresses.trusts(peerOf(res))',
    to: 'addresses.hasProxies',
    test: FOREIGN,
  },
  {
    promise: 'a request with a bearer goes by the bearer',
    file: 'src/gateway/credentials.ts',
    from: "const cookie = authorization === '' && ",
    to: 'const cookie = ',
    test: SESSION,
  },
  {
    promise: 'a stream with a bad token is refused, whatever cookie comes',
    file: 'src/gateway/credentials.ts',
    from: "if (page !== undefined && queryToken === '')",
    to: 'if (page !== undefined)',
    test: SESSION,
  },
  {
    promise: 'a new API key ends the sessions that the old one began',
    file: 'src/gateway/auth/tokens.ts',
    from: 'apiKey: digest(options.apiKey)',
    to: "apiKey: digest('')",
    test: SESSION,
  },
  {
    promise: 'no script can read the cookie',
    file: COOKIE,
    from: 'HttpOnly; ',
    to: '',
    test: 'test/gateway/auth/session-cookie.test.ts',
  },
  {
    promise: 'the cookie of TLS counts first',
    file: COOKIE,
    from: 'Number(other.isSecure) - Number(one.isSecure)',
    to: '0',
    test: 'test/gateway/auth/session-cookie.test.ts',
  },
  {
    promise: 'a cookie that is not ours, or has ended, does not hide ours',
    file: 'src/gateway/auth/authenticator.ts',
    from: 'if (at === tokens.length - 1) throw error;',
    to: 'throw error;',
    test: SESSION,
  },
  {
    promise: 'signing out takes the cookie away',
    file: 'src/gateway/routes/auth.ts',
    from: 'page === undefined ? [] : sessionCookie.headersToClear()',
    to: '[]',
    test: SESSION,
  },
  {
    promise: 'signing out everywhere ends what was verified before',
    file: 'src/gateway/auth/tokens.ts',
    from: 'identity.generation !== this.#generation || ',
    to: '',
    test: EVERYWHERE,
  },
  {
    promise: 'signing out everywhere holds over a restart',
    file: 'src/gateway/auth/tokens.ts',
    from: '    await this.#options.store.beginGeneration(generation);\n',
    to: '',
    test: EVERYWHERE,
  },
  {
    promise: 'signing out everywhere ends the streams',
    file: 'src/gateway/routes/auth.ts',
    from: '      await services.tokens.revokeAll();\n      await endStreams(services);',
    to: '      await services.tokens.revokeAll();',
    test: EVERYWHERE,
  },
];
