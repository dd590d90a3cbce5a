import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Answer, Header } from '../http/answer.ts';
import { compressedFile } from '../http/compressed-file.ts';
import { etagOf } from '../http/encode.ts';

const TITLE = 'Portcullis API';

/** Only our own scripts and styles, none inline, no framing: a login token is entered in the page. */
const POLICY: readonly Header[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
];

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<body>
<div id="docs"><noscript>This page needs JavaScript; the OpenAPI document is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;

const PACKAGED = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

type DocsFile = keyof typeof PACKAGED | 'start.js';

export const DOCS_FILES: readonly DocsFile[] = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-32x32.png',
  'start.js',
];

/** Cached, but revalidated each time: the names of the files stay when the package is updated. */
const REVALIDATE = 'no-cache';

/** The page at `/api/docs`: Swagger UI, served from the installed package. */
export class DocsPage {
  readonly #require = createRequire(import.meta.url);
  readonly #files = new Map<DocsFile, Promise<Answer>>();
  readonly #page = answerOf('text/html; charset=utf-8', PAGE);

  page(): Answer {
    return this.#page;
  }

  /** A file of the page, read and compressed when it is first requested. */
  file(name: DocsFile): Promise<Answer> {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const made = this.#read(name);
    this.#files.set(name, made);
    made.catch(() => this.#files.delete(name));
    return made;
  }

  async #read(name: DocsFile): Promise<Answer> {
    if (name === 'start.js') return answerOf('text/javascript; charset=utf-8', START);
    const type = PACKAGED[name];
    const body = readFileSync(this.#require.resolve(`swagger-ui-dist/${name}`));
    const answer = answerOf(type, body);
    return type === 'image/png' ? answer : { ...answer, variants: await compressedFile(body) };
  }
}

function answerOf(type: string, body: Uint8Array | string): Answer {
  return { status: 200, type, body, etag: etagOf(body), headers: POLICY, cache: REVALIDATE };
}
