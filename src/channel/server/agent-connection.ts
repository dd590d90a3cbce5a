import type { AgentMessage } from '../protocol/agent-messages.ts';
import type { Role } from '../protocol/message.ts';

/** A greeted agent: what the link hands its messages to. */
export interface AgentConnection {
  readonly role: Role;
  /** For the `welcome`. */
  readonly session: string;
  /** Obeys or answers one message that the role permits. An AppError thrown here is answered with `error`. */
  receive(message: AgentMessage): void;
  /** The link is gone. */
  lost(): void;
}

/** What an agent's link may do with its socket. */
export interface Wire {
  /** Writes now; only inside `receive`. */
  send(frame: string): void;
  /** Writes soon, joined with others. */
  post(frame: string): void;
  end(code: number, reason: string): void;
}

/** Closes a link whose agent was replaced by a newer one, or that the network sends away; the agent comes back slowly. */
export const SENT_AWAY = 4001;
