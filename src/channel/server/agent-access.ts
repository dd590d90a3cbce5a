import type { AgentCredential, AgentSecretDirectory } from '../../actors/agents.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';
import type { LaneKind } from './frame-turns.ts';

/**
 * By which secret an agent opened its connection: its own, or one that lets it be anybody, which is that of the network
 * (`isShared`) or that of the agents in this process.
 */
export type Access =
  | { readonly as: 'anybody'; readonly isShared: boolean }
  | { readonly as: 'itself'; readonly credential: AgentCredential };

export interface AccessOptions {
  /** `channel.secret`; null while `channel.sharedSecret` is off. */
  readonly sharedSecret: string | null;
  /** Of the agents in the coordinator's own process; never written anywhere. */
  readonly internalSecret?: string | undefined;
  readonly agentSecrets: Pick<AgentSecretDirectory, 'agentOf'>;
}

/** Decides by the `Authorization` header of an upgrade who an agent may be (docs/channel.md "Secrets"). */
export function accessBy({ sharedSecret, internalSecret, agentSecrets }: AccessOptions) {
  const isShared = matcherOf(sharedSecret);
  const isInternal = matcherOf(internalSecret ?? null);
  return (authorization: string): Access | undefined => {
    if (isInternal(authorization)) return { as: 'anybody', isShared: false };
    if (isShared(authorization)) return { as: 'anybody', isShared: true };
    if (!authorization.startsWith('Bearer ')) return undefined;
    const credential = agentSecrets.agentOf(authorization.slice('Bearer '.length));
    return credential === undefined ? undefined : { as: 'itself', credential };
  };
}

function matcherOf(secret: string | null): (authorization: string) => boolean {
  return secret === null ? () => false : secretMatcher(`Bearer ${secret}`);
}

/** Whether staff may ban by this agent: by a secret that was made for it, or by one that lets it be anybody. */
export function mayBanBy(access: Access): boolean {
  return access.as === 'anybody' || access.credential.mayBan;
}

/** Whether strangers may have opened the connection, because the secret is that of the whole network. */
export function isByShared(access: Access): boolean {
  return access.as === 'anybody' && access.isShared;
}

/** With whom the agent shares the memory for frames that wait, which is known before its `hello`. */
export function laneKindOf(access: Access): LaneKind {
  if (access.as === 'anybody') return access.isShared ? 'stranger' : 'proxy';
  return access.credential.role === 'backend' ? 'server' : 'proxy';
}

/** Whose secret opened the connection, where no stranger has it: the name of the agent, or `` for those of this process. */
export function ownerOf(access: Access): string | undefined {
  if (access.as === 'itself') return access.credential.name;
  return access.isShared ? undefined : '';
}

/** The hash of the agent's own secret; null where it came by one that lets it be anybody. */
export function secretHashOf(access: Access): string | null {
  return access.as === 'itself' ? access.credential.secretHash : null;
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
