import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Answer, Header } from '../http/answer.ts';

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

/** The page at `/api/docs`: Swagger UI, served from the installed package. */
export class DocsPage {
  readonly #require = createRequire(import.meta.url);
  readonly #files = new Map<DocsFile, Answer>();

  page(): Answer {
    return { status: 200, type: 'text/html; charset=utf-8', body: PAGE, headers: POLICY };
  }

  /** A file of the page, read when it is first requested. */
  file(name: DocsFile): Answer {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const answer = name === 'start.js' ? this.#start() : this.#packaged(name);
    this.#files.set(name, answer);
    return answer;
  }

  #start(): Answer {
    return { status: 200, type: 'text/javascript; charset=utf-8', body: START, headers: POLICY };
  }

  #packaged(name: keyof typeof PACKAGED): Answer {
    const type = PACKAGED[name];
    const body = readFileSync(this.#require.resolve(`swagger-ui-dist/${name}`));
    return { status: 200, type, body, headers: POLICY, isShared: type !== 'image/png' };
  }
}
