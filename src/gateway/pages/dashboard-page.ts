import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Answer, Header } from '../http/answer.ts';

const BUILT = join(import.meta.dirname, '../../../dist/dashboard');

/** Scripts, styles and connections of our own only, none inline, never framed: the page holds a login token. */
const POLICY: readonly Header[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** The name of an asset has its hash, so what it holds never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time: after an update nobody sees the page of before. */
const ASK_AGAIN = 'no-cache';

const NOT_BUILT: Answer = {
  status: 503,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><html lang="en"><title>Portcullis</title><h1>The dashboard is not built</h1><p>Run <code>npm ci &amp;&amp; npm run build</code> beside the coordinator and start it again. The API works meanwhile: <a href="/api/docs">/api/docs</a>.</p>',
  headers: POLICY,
};

/** The dashboard as `npm run build` leaves it in a folder, read once at start. */
export class DashboardPage {
  readonly #files: ReadonlyMap<string, Answer>;

  constructor(folder: string = BUILT) {
    this.#files = new Map(pathsIn(folder).map((path) => [path, fileAnswer(join(folder, path), path)]));
  }

  /** The page itself, whatever of its places is asked for; it finds its way by the address. */
  page(): Answer {
    return this.#files.get('/index.html') ?? NOT_BUILT;
  }

  /** A file of the page, or the page where a person's browser asks for one of its places; nothing under `/api`. */
  at(url: string, accept: string): Answer | undefined {
    const file = this.#files.get(url);
    if (file !== undefined) return file;
    const isPlace = !/^\/(api|assets|channel)(\/|$)/.test(url);
    return isPlace && accept.includes('text/html') ? this.page() : undefined;
  }
}

/** As in an address: with a slash before each name. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`);
}

function fileAnswer(file: string, path: string): Answer {
  const body = readFileSync(file);
  return {
    status: 200,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers: POLICY,
    cache: path.startsWith('/assets/') ? FOREVER : ASK_AGAIN,
  };
}
