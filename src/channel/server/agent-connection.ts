import type { AgentIdentity } from '../../actors/agents.ts';
import type { Network } from '../../actors/network.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';
import type { ReceivedMessage } from '../protocol/partial-frame.ts';
import type { Feature } from '../protocol/features.ts';
import type { Role } from '../protocol/message.ts';

/** An agent that has greeted, as its connection sees it. */
export interface AgentConnection {
  readonly role: Role;
  /** What this agent and the coordinator both know beyond the first version of the protocol. */
  readonly features: ReadonlySet<Feature>;
  /** The id of its session, for the `welcome`. */
  readonly session: string;
  /** Handles one message that the role permits. An AppError thrown here is answered with `error`. */
  receive(message: ReceivedMessage): void;
  /** The connection is lost. `ended`: the agent closed it as it ended. */
  lost(ended?: boolean): void;
}

/** What the connection of an agent may do with its socket. */
export interface AgentSocket {
  /** Writes now; only inside `receive`. */
  send(frame: string): void;
  /** Writes soon, joined with others. */
  post(frame: string): void;
  end(code: number, reason: string): void;
  /** Closes at once and without a word. */
  drop(): void;
}

/** What the connection of a proxy or backend is made with. */
export interface AgentConnectionDeps {
  readonly network: Network;
  readonly identity: AgentIdentity;
  /** Whether its secret lets staff ban (docs/decisions/0127 and 0152). */
  readonly mayBan: boolean;
  /** What this agent and the coordinator both know beyond the first version of the protocol. */
  readonly features: ReadonlySet<Feature>;
  readonly socket: AgentSocket;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: Pick<ConnectionFaults, 'guard'>;
  /** The longest frame that reaches it, in bytes. */
  readonly maxFrameBytes: number;
}

/** How an agent answers a request of the coordinator. */
export type AgentAnswer = AgentMessageOf<'ok'> | AgentMessageOf<'error'>;

/**
 * Throws what the agent said against a move: `server_not_found`, or `platform_unavailable` with its words for whatever else.
 * These words are for the log and for an admin, as plain text.
 */
export function assertDone(answer: AgentAnswer): void {
  if (answer.type === 'ok') return;
  throw new AppError(
    answer.code === 'server_not_found' ? answer.code : 'platform_unavailable',
    answer.detail,
  );
}
