import type { AgentCredential, AgentSecretDirectory } from '../../actors/agents.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';

/** By which secret an agent opened its connection: its own, or one that lets it be anybody. */
export type Access =
  | { readonly as: 'anybody' }
  | { readonly as: 'itself'; readonly credential: AgentCredential };

const ANYBODY: Access = { as: 'anybody' };

export interface AccessOptions {
  /** `channel.secret`; null while `channel.sharedSecret` is off. */
  readonly sharedSecret: string | null;
  /** Of the agents in the coordinator's own process; never written anywhere. */
  readonly internalSecret?: string | undefined;
  readonly agentSecrets: Pick<AgentSecretDirectory, 'agentOf'>;
}

/** Decides by the `Authorization` header of an upgrade who an agent may be (docs/channel.md "Secrets"). */
export function accessBy({ sharedSecret, internalSecret, agentSecrets }: AccessOptions) {
  const wide = [sharedSecret, internalSecret].flatMap((secret) =>
    secret === null || secret === undefined ? [] : [secretMatcher(`Bearer ${secret}`)],
  );
  return (authorization: string): Access | undefined => {
    if (wide.some((isSecret) => isSecret(authorization))) return ANYBODY;
    if (!authorization.startsWith('Bearer ')) return undefined;
    const credential = agentSecrets.agentOf(authorization.slice('Bearer '.length));
    return credential === undefined ? undefined : { as: 'itself', credential };
  };
}

/** Whether the menus of this agent may ban: by a secret that was made for it, or by one that lets it be anybody. */
export function mayBanBy(access: Access): boolean {
  return access.as === 'anybody' || access.credential.mayBan;
}

/** Why this agent may not be who it says; undefined when it may. */
export function objectionTo(
  access: Access,
  { name, role, platform }: AgentMessageOf<'hello'>,
): string | undefined {
  if (access.as === 'anybody') return undefined;
  const { credential } = access;
  const claimed = role === 'proxy' && platform === 'edge' ? 'edge' : role;
  if (name === credential.name && claimed === credential.role) return undefined;
  return `This secret is that of the ${credential.role} ${credential.name}, not of the ${claimed} ${name}`;
}
