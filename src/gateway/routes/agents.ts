import type { Network } from '../../actors/network.ts';
import { AGENT_ROLES } from '../../domain/agent-role.ts';
import * as f from '../../domain/fields/field.ts';
import { serverName } from '../../domain/fields/network-fields.ts';
import { agentResource, newAgent } from '../../domain/resources.ts';
import { created, json } from '../http/answer.ts';
import { type Route, route } from '../route.ts';
import { success } from './request-fields.ts';

export interface AgentServices {
  readonly network: Pick<Network, 'agentSecrets'>;
}

export const agentRoutes: readonly Route<AgentServices>[] = [
  route({
    method: 'GET',
    path: '/api/agents',
    summary: 'List the agents that have a secret of their own, with those that were revoked',
    access: 'token',
    reply: { status: 200, description: 'The agents by name', body: f.array(agentResource) },
    handle: (_, { network }) => json(network.agentSecrets.list()),
  }),
  route({
    method: 'POST',
    path: '/api/agents',
    summary: 'Give an agent a secret of its own, which is shown in this answer only',
    access: 'token',
    body: f.object({ name: serverName, role: f.oneOf(AGENT_ROLES), mayBan: f.optional(f.boolean()) }),
    reply: {
      status: 201,
      description: 'The agent and its secret',
      body: newAgent,
      headers: { Location: 'The path of the agent.' },
    },
    errors: ['agent_exists', 'storage_unavailable', 'overloaded'],
    async handle({ body }, { network }) {
      const agent = await network.agentSecrets.create(body.name, body.role, body);
      return created(`/api/agents/${encodeURIComponent(agent.name)}`, agent);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/agents/{name}',
    summary: 'Revoke the secret of an agent, and close the connection it was used for',
    access: 'token',
    params: f.object({ name: f.string() }),
    reply: { status: 200, description: 'The secret is refused from now on', body: success },
    errors: ['agent_not_found', 'storage_unavailable'],
    async handle({ params }, { network }) {
      await network.agentSecrets.revoke(params.name);
      return json({ success: true });
    },
  }),
];
