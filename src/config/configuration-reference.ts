import { check, type Field, type JsonSchema } from '../domain/field.ts';
import { environmentName, KEYS } from './keys.ts';
import { mapKeyParts } from './map-key.ts';

const HEAD = `# Configuration

Generated from \`src/config/keys.ts\` by \`npm run gen\`; edit the table there.

\`config.yml\` lies in the data folder (\`--data\`, by default \`./data\`) and is written, with these comments, at the first
start. What counts, first to last: the command line, the environment, the file, the default. An unknown key or a value
that is not allowed stops the start with exit code 2 and a list of everything that is wrong; \`portcullis config check\`
gives the same list without starting. In an environment variable a list is separated by commas, and a map is JSON.
`;

/** The text of docs/configuration.md. */
export function configurationReference(): string {
  const entries = Object.entries(KEYS).map(([name, { doc, secret, generated, initial, ...field }]) =>
    [
      `## \`${name}\`\n`,
      `${doc}\n`,
      ...partTable(field.schema),
      `- Allowed: ${allowedText(field)}`,
      `- Default: ${generated ? 'made at the first start' : `\`${JSON.stringify(initial())}\``}`,
      `- Environment: \`${environmentName(name)}\``,
      ...(secret ? ['- Secret: never shown in errors or in the log'] : []),
      '',
    ].join('\n'),
  );
  return [HEAD, ...entries].join('\n');
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
