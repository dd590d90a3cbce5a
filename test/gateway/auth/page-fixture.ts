import { type TestCoordinator, PASSWORD } from '../gateway-fixture.ts';
import { type Ask, ask, type Reply } from '../raw-http.ts';

/** What Chromium sends with a change of a page of another site, where the cookie came with it all the same. */
export const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

type At = Pick<TestCoordinator, 'port'>;

/** What the dashboard sends with a change. */
export const ownPage = ({ port }: At): Record<string, string> => ({
  origin: `http://127.0.0.1:${port}`,
  'x-portcullis-page': '1',
});

/** Signs a page in, by the password when nothing is given. */
export function signIn(at: At, given: Ask = {}): Promise<Reply> {
  const { body = { password: PASSWORD }, headers = ownPage(at) } = given;
  return ask(at.port, 'POST', '/api/auth/session', { bearer: '', body, headers });
}

/** The `Cookie` header of a page that has just signed in. */
export async function cookieOf(at: At): Promise<string> {
  return sentBack(await signIn(at));
}

/** What a browser sends for the cookies of this answer. */
export function sentBack({ headers }: Reply): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '').join('; ');
}

/** Asks with the cookie of a page that has just signed in. */
export async function askByCookie(
  at: At,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = ownPage(at),
): Promise<Reply> {
  return ask(at.port, method, path, { bearer: '', headers: { cookie: await cookieOf(at), ...headers } });
}
