/** What the secret of an agent lets it be; on the channel an edge is a proxy whose platform is `edge`. */
export const AGENT_ROLES = ['proxy', 'edge', 'backend'] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];
