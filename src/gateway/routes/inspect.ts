import type { Network } from '../../actors/network.ts';
import { AppError } from '../../domain/errors.ts';
import { machineChart } from '../../domain/inspection/chart.ts';
import * as f from '../../domain/fields/field.ts';
import {
  actorDetail,
  actorSummary,
  machineHeat,
  machineSummary,
} from '../../domain/inspection/inspection.ts';
import { encoded, json } from '../http/answer.ts';
import { encodeJson } from '../http/encode.ts';
import { inspectText } from '../sse/inspect-frame.ts';
import { type Route, route } from '../route.ts';
import { statelyWriter } from '../sse/stately-frame.ts';
import type { InspectStreams } from '../sse/inspect-streams.ts';
import { streamToken, totalHeader } from './request-fields.ts';

const DEFAULT_LIMIT = 50;

const machinePath = f.object({ machine: f.string() });
const actorPath = f.object({
  machine: f.string(),
  id: f.described(f.string(), {
    description:
      'The UUID of a player, the name of a server, `proxy`, or `proxy:` or `backend:` followed by the name of an agent.',
  }),
});

export interface InspectServices {
  readonly network: Pick<Network, 'inspection'>;
  readonly actorStreams: InspectStreams;
  /** Whether actors may be shown in the format of Stately's inspector. */
  readonly statelyInspector: boolean;
}

/** Reads the statecharts and the running actors; changes nothing. */
export const inspectRoutes: readonly Route<InspectServices>[] = [
  route({
    method: 'GET',
    path: '/api/inspect/machines',
    summary: 'List the statecharts of the coordinator',
    access: 'token',
    reply: { status: 200, description: 'The statecharts', body: f.array(machineSummary) },
    handle: (_, { network }) => json(network.inspection.machines()),
  }),
  route({
    method: 'GET',
    path: '/api/inspect/machines/{machine}',
    summary: 'Get one statechart: nested states, transitions, guards, actions and invoked actors',
    access: 'token',
    params: machinePath,
    reply: {
      status: 200,
      description: 'The statechart; it changes only with a new version of the coordinator',
      body: machineChart,
    },
    errors: ['machine_not_found'],
    handle: ({ params }, { network }) => encoded(encodeJson(network.inspection.chart(params.machine))),
  }),
  route({
    method: 'GET',
    path: '/api/inspect/machines/{machine}/heat',
    summary: 'Count the running actors in each state; at most a second old',
    access: 'token',
    params: machinePath,
    reply: { status: 200, description: 'The number of actors in each state', body: machineHeat },
    errors: ['machine_not_found'],
    handle: ({ params }, { network }) => json(network.inspection.heat(params.machine)),
  }),
  route({
    method: 'GET',
    path: '/api/inspect/actors',
    summary: 'List the running actors of players, servers, the proxy, reboots and agent connections',
    access: 'token',
    query: f.object({
      machine: f.optional(
        f.described(f.string({ max: 32 }), { description: 'Only actors of this machine.' }),
      ),
      state: f.optional(
        f.described(f.string({ max: 200 }), {
          description: 'Only actors in the state with this id, as in the statechart.',
        }),
      ),
      search: f.optional(f.described(f.text(100), { description: 'Part of the name or id, in any case.' })),
      limit: f.optional(
        f.described(f.integer(1, 200), {
          description: 'The maximum number of entries.',
          default: DEFAULT_LIMIT,
        }),
      ),
    }),
    reply: {
      status: 200,
      description: 'The actors',
      body: f.array(actorSummary),
      headers: totalHeader,
    },
    errors: ['machine_not_found'],
    handle({ query }, { network }) {
      const { machine = null, state = null, search = '', limit = DEFAULT_LIMIT } = query;
      const { total, actors } = network.inspection.actors({ machine, state, search, limit });
      return json(actors, 200, [['X-Total-Count', String(total)]]);
    },
  }),
  route({
    method: 'GET',
    path: '/api/inspect/actors/{machine}/{id}',
    summary: 'Get one running actor with its state, its context and the events it accepts',
    access: 'token',
    params: actorPath,
    reply: { status: 200, description: 'The actor', body: actorDetail },
    errors: ['machine_not_found', 'actor_not_found'],
    handle: ({ params }, { network }) => json(network.inspection.actor(params.machine, params.id)),
  }),
  route({
    method: 'GET',
    path: '/api/inspect/actors/{machine}/{id}/events',
    summary: 'Follow one actor: events, guards, actions, microsteps and snapshots as they happen',
    access: 'stream',
    params: actorPath,
    query: f.object({
      token: streamToken,
      format: f.optional(
        f.described(f.oneOf(['portcullis', 'stately']), {
          description:
            '`stately` is the format of @statelyai/inspect; it needs `inspect.stately` in the configuration.',
          default: 'portcullis',
        }),
      ),
    }),
    reply: {
      status: 200,
      description:
        'Server-sent events: snapshot, event, guard, action, microstep; `dropped` when the reader was too slow, `gone` when the actor has ended',
      body: null,
      type: 'text/event-stream',
    },
    errors: ['machine_not_found', 'actor_not_found'],
    handle({ params, query }, { network: { inspection }, actorStreams, statelyInspector }) {
      const { machine, id } = params;
      if (query.format === 'stately' && !statelyInspector) {
        throw new AppError(
          'invalid_query',
          'The format stately is off; the setting inspect.stately turns it on',
        );
      }
      inspection.actor(machine, id);
      actorStreams.assertRoom();
      const write =
        query.format === 'stately'
          ? statelyWriter({ id: `${machine}.${id}`, definition: inspection.definition(machine) })
          : inspectText;
      const view = { watch: (wake: () => void) => inspection.watch(machine, id, wake), write };
      return { stream: (socket, identity) => actorStreams.begin(socket, view, identity) };
    },
  }),
];
