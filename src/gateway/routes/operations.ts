import * as f from '../../domain/fields/field.ts';
import { json } from '../http/answer.ts';
import type { Metrics } from '../operations/metrics.ts';
import { type Readiness, readinessField } from '../operations/readiness.ts';
import { type Route, route } from '../route.ts';

export interface OperationServices {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly version: string;
  /** IANA name. */
  readonly timezone: string;
}

export const operationRoutes: readonly Route<OperationServices>[] = [
  route({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process answers',
    access: 'public',
    reply: {
      status: 200,
      description: 'It does',
      body: f.object({
        status: f.literal('ok'),
        version: f.string(),
        timezone: f.described(f.string(), { description: 'IANA name of the zone that date texts are in.' }),
      }),
    },
    handle: (_, { version, timezone }) => json({ status: 'ok', version, timezone }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether it can do its work; 503 with the same body when it cannot',
    access: 'public',
    reply: { status: 200, description: 'It can', body: readinessField },
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
    reply: { status: 200, description: 'The figures', body: null, type: 'text/plain' },
    async handle(_, { metrics }) {
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    },
  }),
];
