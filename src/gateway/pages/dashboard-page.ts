import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Answer, Header, Variants } from '../http/answer.ts';
import { etagOf } from '../http/encode.ts';

const FROM_SOURCES = join(import.meta.dirname, '../../../dist/dashboard');
/** A package has the program itself in `dist`. */
const FROM_PACKAGE = join(import.meta.dirname, '../../../dashboard');
const BUILT = existsSync(FROM_PACKAGE) ? FROM_PACKAGE : FROM_SOURCES;

/** Only our own scripts, styles and connections, none inline, no framing: the page acts for who is signed in. */
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

/** The name of an asset contains its hash, so its content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time, so that an update is visible at once. */
const REVALIDATE = 'no-cache';

const NOT_BUILT: Answer = {
  status: 503,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><html lang="en"><title>Portcullis</title><h1>The dashboard is not built</h1><p>Run <code>npm ci &amp;&amp; npm run build</code> in the folder of the coordinator and restart it. The API works without it: <a href="/api/docs">/api/docs</a>.</p>',
  headers: POLICY,
};

/** The dashboard that `npm run build` makes, read once at start. */
export class DashboardPage {
  readonly #files: ReadonlyMap<string, Answer>;

  constructor(folder: string = BUILT) {
    const paths = pathsIn(folder).filter((path) => !/\.(?:br|gz)$/.test(path));
    this.#files = new Map(paths.map((path) => [path, fileAnswer(join(folder, path), path)]));
  }

  /** The page itself, the same for every path of it: it shows the view that the address names. */
  page(): Answer {
    return this.#files.get('/index.html') ?? NOT_BUILT;
  }

  /** A file of the page, or the page when a browser requests another path; undefined under `/api`. */
  at(url: string, accept: string): Answer | undefined {
    const file = this.#files.get(url);
    if (file !== undefined) return file;
    const isView = !/^\/(agents|api|assets|channel)(\/|$)/.test(url);
    return isView && accept.includes('text/html') ? this.page() : undefined;
  }
}

/** The paths of all files in the folder, as in a URL. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')}`);
}

/** What the build compressed beside the file. */
function variantsOf(file: string): Variants {
  const [br, gzip] = [`${file}.br`, `${file}.gz`].map((path) =>
    existsSync(path) ? readFileSync(path) : undefined,
  );
  return { ...(br && { br }), ...(gzip && { gzip }) };
}

function fileAnswer(file: string, path: string): Answer {
  const body = readFileSync(file);
  return {
    status: 200,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    etag: etagOf(body),
    headers: POLICY,
    variants: variantsOf(file),
    cache: path.startsWith('/assets/') ? IMMUTABLE : REVALIDATE,
  };
}
