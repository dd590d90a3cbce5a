import { check, type Field, type JsonSchema } from '../domain/fields/field.ts';
import { BACKEND_TABLE } from './tables/backend-keys.ts';
import { environmentName, type KeyTable } from './tables/key-table.ts';
import { COORDINATOR_TABLE } from './tables/coordinator-keys.ts';
import { mapKeyParts } from './tables/map-key.ts';

const HEAD = `# Configuration

Of the coordinator and of edges; that of the backend role is in [backend-configuration.md](backend-configuration.md).

Generated from \`src/config/tables/coordinator-keys.ts\` by \`npm run gen\`; edit the table there.

\`config.yml\` lies in the data folder (\`--data\`, by default \`./data\`) and is written, with these comments, at the first
start. What counts, first to last: the command line, the environment, the file, the default. An unknown key or a value
that is not allowed stops the start with exit code 2 and a list of everything that is wrong; \`portcullis config check\`
gives the same list without starting. In an environment variable a list is separated by commas, and a map is JSON.
`;

const BACKEND_HEAD = `# Configuration of the backend role

Generated from \`src/config/tables/backend-keys.ts\` by \`npm run gen\`; edit the table there. [backend.md](backend.md) says what the role does.

\`config.yml\` lies in the folder given by \`--data\` (as \`plugins/portcullis\`) and is written, with these comments, at the first start. What
counts, first to last: the environment, the file, the default. In an environment variable a list is separated by commas, and a map is JSON.
`;

/** The text of docs/configuration.md. */
export function configurationReference(): string {
  return referenceOf(COORDINATOR_TABLE, HEAD);
}

/** The text of docs/backend-configuration.md. */
export function backendReference(): string {
  return referenceOf(BACKEND_TABLE, BACKEND_HEAD);
}

function referenceOf(table: KeyTable, head: string): string {
  const entries = Object.entries(table.keys).map(([name, { doc, secret, generated, initial, ...field }]) =>
    [
      `## \`${name}\`\n`,
      `${doc}\n`,
      ...partTable(field.schema),
      `- Allowed: ${allowedText(field)}`,
      `- Default: ${generated ? 'made at the first start' : `\`${JSON.stringify(initial())}\``}`,
      `- Environment: \`${environmentName(table, name)}\``,
      ...(secret ? ['- Secret: never shown in errors or in the log'] : []),
      '',
    ].join('\n'),
  );
  return [head, ...entries].join('\n');
}

function partTable(schema: JsonSchema): string[] {
  const rows = mapKeyParts(schema).map(
    ({ path, doc, required }) => `| \`${path}\`${required ? ' (required)' : ''} | ${doc} |`,
  );
  return rows.length === 0 ? [] : ['| below each name | |\n| --- | --- |', ...rows, ''];
}

/** A field tells what it allows only by refusing something. */
function allowedText(field: Field<unknown>): string {
  const refusal = check(field, Symbol('allowed nowhere'));
  return refusal.ok
    ? 'anything'
    : refusal.issues.map(({ message }) => message.replace(/^must be /, '')).join(', ');
}
