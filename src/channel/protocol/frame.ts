import { AGENT_MESSAGES, type AgentMessage } from './agent-messages.ts';
import { COORDINATOR_MESSAGES, type CoordinatorMessage } from './coordinator-messages.ts';
import { HOST_MESSAGES, type HostMessage } from './host-messages.ts';
import { check, type Field } from '../../domain/fields/field.ts';
import { readPlainLogin } from './login-frame.ts';

/** Why a frame was not understood; `re` is the `id` of the request, when that could be read. */
export interface FrameProblem {
  readonly type: 'problem';
  readonly re?: number;
  readonly detail: string;
}

/** Reads a frame of an agent. A good one costs a `JSON.parse` and the field's fast `is`; a login costs less. */
export function decodeAgentFrame(text: string): AgentMessage | FrameProblem {
  return readPlainLogin(text) ?? decode<AgentMessage>(AGENT_FIELDS, text);
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

function decode<M>(fields: ReadonlyMap<string, Field<M>>, text: string): M | FrameProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'problem', detail: 'The frame is not JSON' };
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') {
    return { type: 'problem', detail: 'A frame is an object with a `type`' };
  }
  const field = fields.get(value.type);
  if (field === undefined) return problem(value, `There is no message "${value.type.slice(0, 64)}"`);
  if (field.is(value)) return value;
  return problem(value, describe(field, value));
}

function problem(value: object, detail: string): FrameProblem {
  const id = 'id' in value ? value.id : undefined;
  // A string from the network may hold half a surrogate pair, which must not be sent back.
  const clean = detail.slice(0, 1_000).replace(/\p{Cs}|\p{Cc}/gu, '?');
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? { type: 'problem', re: id, detail: clean }
    : { type: 'problem', detail: clean };
}

function describe<M>(field: Field<M>, value: unknown): string {
  const checked = check(field, value);
  if (checked.ok) return '';
  return checked.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.slice(0, 100)}: ${issue.message}`)
    .join('; ');
}
