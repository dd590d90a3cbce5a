import { isRecord } from '../../../domain/fields/record.ts';
import { AppError } from '../../../domain/errors.ts';
import { type Checked, check, type Field, type Issue } from '../../../domain/fields/field.ts';
import { parseUuid } from '../../../domain/uuid.ts';

type Kind = 'integer' | 'uuid' | 'text';

/** The parameters that a field declares, and how the text of each is read. */
export type DeclaredParameters = readonly (readonly [name: string, kind: Kind])[];

/** More than any route declares. */
const MAX_PARAMETERS = 32;

/** Takes the names and kinds from the field's own schema, so that a route declares them only once. */
export function parametersOf(field: Field<unknown>): DeclaredParameters {
  const { properties } = field.schema;
  return isRecord(properties)
    ? Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)] as const)
    : [];
}

function kindOf(schema: unknown): Kind {
  if (!isRecord(schema)) return 'text';
  if (schema['type'] === 'integer') return 'integer';
  return schema['format'] === 'uuid' ? 'uuid' : 'text';
}

/** Path parameters in the order of the path. Anything unreadable is 400 `malformed_parameter`. */
export function readParams<T>(field: Field<T>, declared: DeclaredParameters, raw: readonly string[]): T {
  const values: Record<string, unknown> = {};
  for (const [index, [name, kind]] of declared.entries()) {
    values[name] = readOne(name, kind, decode(name, raw[index] ?? ''));
  }
  const checked = check(field, values);
  if (checked.ok) return checked.value;
  throw refusal('malformed_parameter', checked);
}

/**
 * Query parameters that the field declares. Others are ignored, except that all must be percent-encoded UTF-8 (400); of a
 * repeated one the first counts. More than 32 are 400: reading them costs more than most answers.
 */
export function readQuery<T>(field: Field<T>, declared: DeclaredParameters, raw: string): T {
  if (raw.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    malformed('The query', `has more than ${MAX_PARAMETERS} parameters`);
  assertDecodable(declared, raw);
  const sent = new URLSearchParams(raw);
  const values: Record<string, unknown> = {};
  for (const [name, kind] of declared) {
    const text = sent.get(name);
    if (text !== null) values[name] = readOne(name, kind, text);
  }
  const checked = check(field, values);
  if (checked.ok) return checked.value;
  throw refusal('invalid_query', checked);
}

/** The error for a value of the wrong shape: its detail names the first wrong place, its issues name all of them. */
export function refusal(
  code: 'malformed_parameter' | 'invalid_query' | 'invalid_body',
  { issues }: Extract<Checked<unknown>, { ok: false }>,
): AppError {
  const [first] = issues;
  return new AppError(code, first === undefined ? undefined : sentence(first), { issues });
}

function sentence({ path, message }: Issue): string {
  return path === '' ? `The body ${message}` : `${path} ${message}`;
}

const NOT_DECODABLE = 'is not valid percent-encoded UTF-8';
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function readOne(name: string, kind: Kind, text: string): unknown {
  if (kind === 'text') return text;
  if (kind === 'integer') return NUMBER.test(text) ? Number(text) : malformed(name, 'must be a number');
  return parseUuid(text) ?? malformed(name, 'must be a UUID');
}

function decode(name: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return malformed(name, NOT_DECODABLE);
  }
}

/** `URLSearchParams` reads what is not percent-encoded UTF-8 as something else, and a search for it would find the wrong rows. */
function assertDecodable(declared: DeclaredParameters, raw: string): void {
  if (!raw.includes('%') || isDecodable(raw)) return;
  const wrong = raw.split('&').find((part) => !isDecodable(part)) ?? '';
  const [name] = declared.find(([known]) => wrong.startsWith(`${known}=`)) ?? ['The query'];
  malformed(name, NOT_DECODABLE);
}

function isDecodable(raw: string): boolean {
  try {
    decodeURIComponent(raw);
    return true;
  } catch {
    return false;
  }
}

function malformed(path: string, message: string): never {
  throw new AppError('malformed_parameter', `${path} ${message}`, { issues: [{ path, message }] });
}
