/** The part of JSON Schema that `src/gateway/openapi.ts` uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const EVENT = 'event.';

/**
 * The text of src/dashboard/api/schema.ts: a type for each resource, `ApiEvents` with the payload of each event, and `Api`
 * with the parameters, body and reply of each operation, by `METHOD /path`.
 */
export function apiTypes({ paths, components }: ApiDocument): string {
  const schemas = Object.entries(components.schemas);
  const resources = schemas.filter(([name]) => !name.startsWith(EVENT));
  const events = schemas.filter(([name]) => name.startsWith(EVENT));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationLine(method, path, operation)),
  );
  return [
    '// Written by `npm run gen` from docs/openapi.json.\n',
    ...resources.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`),
    'export interface ApiEvents {',
    ...events.map(([name, schema]) => `  ${name.slice(EVENT.length)}: ${typeOf(schema)};`),
    '}\n',
    'export interface Api {',
    ...operations.filter((line) => line !== ''),
    '}\n',
  ].join('\n');
}

/** Empty for operations without a JSON reply: pages, files and event streams. */
function operationLine(method: string, path: string, { parameters = [], requestBody, responses }: Operation) {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const reply = jsonOf(good);
  if (reply === undefined) return '';
  const body = jsonOf(requestBody);
  const parts = [
    group('params', parameters, 'path'),
    group('query', parameters, 'query'),
    body === undefined ? '' : `body: ${typeOf(body)}; `,
    `reply: ${typeOf(reply)}`,
  ];
  return `  '${method.toUpperCase()} ${path}': { ${parts.join('')} };`;
}

function group(name: string, parameters: readonly Parameter[], place: string): string {
  const members = parameters.filter((parameter) => parameter.in === place);
  if (members.length === 0) return '';
  const optional = members.every(({ required }) => required !== true) ? '?' : '';
  const fields = members.map((it) => `${it.name}${it.required === true ? '' : '?'}: ${typeOf(it.schema)}`);
  return `${name}${optional}: { ${fields.join('; ')} }; `;
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema;
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (items !== undefined) return `readonly (${typeOf(items)})[]`;
  if (properties !== undefined) return objectOf(properties, schema.required ?? []);
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type;
  return 'unknown';
}

function objectOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join('; ')} }`;
}
