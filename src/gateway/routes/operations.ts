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
    summary: 'Check whether the process answers',
    access: 'public',
    reply: {
      status: 200,
      description: 'The process answers',
      body: f.object({
        status: f.literal('ok'),
        version: f.string(),
        timezone: f.described(f.string(), { description: 'IANA name of the time zone of date texts.' }),
      }),
    },
    handle: (_, { version, timezone }) => json({ status: 'ok', version, timezone }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Check whether the coordinator is ready; when it is not, 503 with the same body',
    access: 'public',
    reply: { status: 200, description: 'The coordinator is ready', body: readinessField },
    async handle(_, { readiness }) {
      const report = await readiness.report();
      return json(report, report.ready ? 200 : 503);
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics in the Prometheus format',
    access: 'operator',
    errors: ['malformed_parameter'],
    reply: { status: 200, description: 'The metrics', body: null, type: 'text/plain' },
    async handle(_, { metrics }) {
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    },
  }),
];
