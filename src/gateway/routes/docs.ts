import { encoded } from '../http/answer.ts';
import { DOCS_FILES } from '../pages/docs-page.ts';
import { nothing, type Route, route } from '../route.ts';

export const docsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/',
    summary: 'The dashboard',
    access: 'public',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The page', body: null, type: 'text/html' },
    errors: [],
    handle: (_, { dashboard }) => dashboard.page(),
  }),
  route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    access: 'public',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'OpenAPI 3.1', body: null, type: 'application/json' },
    errors: [],
    handle: (_, { openApi }) => encoded(openApi),
  }),
  route({
    method: 'GET',
    path: '/api/docs',
    summary: 'This document for people',
    access: 'public',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'A page', body: null, type: 'text/html' },
    errors: [],
    handle: (_, { docs }) => docs.page(),
  }),
  ...DOCS_FILES.map((name) =>
    route({
      method: 'GET',
      path: `/api/docs/${name}`,
      summary: 'A file of the page at /api/docs',
      access: 'public',
      params: nothing,
      query: nothing,
      body: nothing,
      reply: { status: 200, description: 'The file', body: null, type: 'application/octet-stream' },
      errors: [],
      handle: (_, { docs }) => docs.file(name),
    }),
  ),
];
