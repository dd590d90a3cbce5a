import { AGENT_MESSAGES, type AgentMessage } from './agent-messages.ts';
import { COORDINATOR_MESSAGES, type CoordinatorMessage } from './coordinator-messages.ts';
import { HOST_MESSAGES, type HostMessage } from './host-messages.ts';
import type { Field } from '../../domain/fields/field.ts';
import { isRecord } from '../../domain/fields/record.ts';
import { readPlainLogin } from './login-frame.ts';
import { type PartialFrame, readPartly } from './partial-frame.ts';
import { sendable, shapeDetail } from '../../domain/fields/left-out.ts';

/** Why a frame was not taken; `re` is the `id` of the request, when that could be read. */
export interface FrameProblem {
  readonly type: 'problem';
  readonly re?: number;
  /** The message that it would be if its fields were right; absent for what is no message at all. */
  readonly of?: string;
  readonly detail: string;
}

/** Reads a frame of an agent. A good one costs a `JSON.parse` and the field's fast `is`; a login costs less. */
export function decodeAgentFrame(text: string): AgentMessage | PartialFrame | FrameProblem {
  return readPlainLogin(text) ?? decode<AgentMessage | PartialFrame>(AGENT_FIELDS, text, readPartly);
}

/** Reads a frame of the coordinator. */
export function decodeCoordinatorFrame(text: string): CoordinatorMessage | FrameProblem {
  return decode<CoordinatorMessage>(COORDINATOR_FIELDS, text);
}

/** Reads a frame of a menu host. */
export function decodeHostFrame(text: string): HostMessage | FrameProblem {
  return decode<HostMessage>(HOST_FIELDS, text);
}

const HOST_FIELDS = fieldsByType<HostMessage>(HOST_MESSAGES);
const AGENT_FIELDS = fieldsByType<AgentMessage>(AGENT_MESSAGES);
const COORDINATOR_FIELDS = fieldsByType<CoordinatorMessage>(COORDINATOR_MESSAGES);

function fieldsByType<M>(
  table: Readonly<Record<string, { readonly field: Field<M> }>>,
): Map<string, Field<M>> {
  return new Map(Object.entries(table).map(([type, message]) => [type, message.field]));
}

function decode<M>(
  fields: ReadonlyMap<string, Field<M>>,
  text: string,
  salvage: (value: Readonly<Record<string, unknown>>) => M | null = () => null,
): M | FrameProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'problem', detail: 'The frame is not JSON' };
  }
  if (!isRecord(value)) return { type: 'problem', detail: NO_MESSAGE };
  const { type, id } = value;
  if (typeof type !== 'string') return { type: 'problem', detail: NO_MESSAGE };
  const re = typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { re: id } : {};
  const field = fields.get(type);
  if (field === undefined) {
    return { type: 'problem', ...re, detail: sendable(`There is no message "${type.slice(0, 64)}"`) };
  }
  if (field.is(value)) return value;
  const part = salvage(value);
  return part ?? { type: 'problem', ...re, of: type, detail: sendable(shapeDetail(field, value)) };
}

const NO_MESSAGE = 'A frame is an object with a `type`';
