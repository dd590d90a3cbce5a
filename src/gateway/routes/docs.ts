import type { Encoded } from '../../actors/network.ts';
import { encoded } from '../http/answer.ts';
import type { DashboardPage } from '../pages/dashboard-page.ts';
import { DOCS_FILES, type DocsPage } from '../pages/docs-page.ts';
import { type Route, route } from '../route.ts';

export interface DocsServices {
  readonly dashboard: DashboardPage;
  readonly docs: DocsPage;
  /** The OpenAPI document. */
  readonly openApi: Encoded;
}

export const docsRoutes: readonly Route<DocsServices>[] = [
  route({
    method: 'GET',
    path: '/',
    summary: 'Get the dashboard',
    access: 'public',
    reply: { status: 200, description: 'The page', body: null, type: 'text/html' },
    handle: (_, { dashboard }) => dashboard.page(),
  }),
  route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Get this document',
    access: 'public',
    reply: { status: 200, description: 'The OpenAPI 3.1 document', body: null, type: 'application/json' },
    handle: (_, { openApi }) => encoded(openApi),
  }),
  route({
    method: 'GET',
    path: '/api/docs',
    summary: 'Get this document as a page',
    access: 'public',
    reply: { status: 200, description: 'The documentation page', body: null, type: 'text/html' },
    handle: (_, { docs }) => docs.page(),
  }),
  ...DOCS_FILES.map(
    (name): Route<DocsServices> =>
      route({
        method: 'GET',
        path: `/api/docs/${name}`,
        summary: 'A file of the documentation page',
        access: 'public',
        reply: { status: 200, description: 'The file', body: null, type: 'application/octet-stream' },
        handle: (_, { docs }) => docs.file(name),
      }),
  ),
];
