import * as f from '../../domain/fields/field.ts';
import { json } from '../http/answer.ts';
import { readinessField } from '../operations/readiness.ts';
import { nothing, type Route, route } from '../route.ts';

export const operationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process answers',
    access: 'public',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: {
      status: 200,
      description: 'It does',
      body: f.object({
        status: f.literal('ok'),
        version: f.string(),
        timezone: f.described(f.string(), { description: 'IANA name of the zone that date texts are in.' }),
      }),
    },
    errors: [],
    handle: (_, { version, timezone }) => json({ status: 'ok', version, timezone }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether it can do its work; 503 with the same body when it cannot',
    access: 'public',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'It can', body: readinessField },
    errors: [],
    async handle(_, { readiness }) {
      const report = await readiness.report();
      return json(report, report.ready ? 200 : 503);
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus',
    access: 'operator',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The figures', body: null, type: 'text/plain' },
    errors: [],
    async handle(_, { metrics }) {
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    },
  }),
];
