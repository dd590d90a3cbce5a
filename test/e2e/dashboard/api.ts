import { inject } from 'vitest';

/** Another admin at work, without a window. */
export async function api(method: string, path: string, body?: unknown): Promise<Response> {
  const { url, apiKey } = inject('network');
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

export async function read<T>(path: string): Promise<T> {
  const value: T = await (await api('GET', path)).json();
  return value;
}

/** A login token of its own. */
export async function logIn(): Promise<string> {
  const { url, password } = inject('network');
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const { token }: { token: string } = await response.json();
  return token;
}

export interface PlayerRef {
  readonly uuid: string;
  readonly name: string;
  readonly server: string;
}

/** Who has been online the longest: the simulator sends others away first or not at all. */
export async function onlinePlayer(place = 0): Promise<PlayerRef> {
  const [player] = await read<PlayerRef[]>(`/players?limit=1&offset=${place}`);
  if (player === undefined) throw new Error('nobody is online');
  return player;
}

/** Calls `look` again until it holds; for what the simulated network does in its own time. */
export async function waitUntil<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('it did not come to be within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
