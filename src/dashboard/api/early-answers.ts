import { serverClock } from '../ui/time/server-clock.ts';

/** Longer ago than this, what was true of the network may not be any more. */
const FRESH_MS = 10_000;
const early = new Map<string, { readonly at: number; readonly answer: Promise<Response | undefined> }>();

/** Asks before there is a page that wants the answer: its code takes longer to load. */
export function askEarly(paths: readonly string[]): void {
  for (const path of paths) early.set(path, { at: performance.now(), answer: goodAnswer(path) });
}

/**
 * Only a good one: a refusal may be of the time before a sign-in, and after a failure it is better to ask again. Read to its
 * end in any case, because one that nobody reads keeps its connection.
 */
async function goodAnswer(path: string): Promise<Response | undefined> {
  try {
    const response = await fetch(path);
    serverClock.hear(response.headers.get('Date'));
    const body = await response.arrayBuffer();
    return response.ok ? new Response(body, response) : undefined;
  } catch {
    return undefined;
  }
}

/** The early answer of a path, once; undefined where it has to be asked for. */
export async function takeEarly(path: string): Promise<Response | undefined> {
  const known = early.get(path);
  early.delete(path);
  if (known === undefined || performance.now() - known.at > FRESH_MS) return undefined;
  return known.answer;
}
