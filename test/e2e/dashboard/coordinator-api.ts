import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The API key of a coordinator with this data folder. */
export async function apiKeyIn(folder: string): Promise<string> {
  const config = await readFile(join(folder, 'config.yml'), 'utf8');
  return /^api_key:\s*"?(\w{32})/m.exec(config)?.[1] ?? '';
}

/** Calls the API of any coordinator. Rejects when it refuses. */
export async function request(
  url: string,
  apiKey: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
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

/** Calls `look` until it returns a value, for up to `limitMs`. */
export async function waitUntil<T>(look: () => Promise<T | undefined>, limitMs = 30_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`it did not happen within ${limitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
