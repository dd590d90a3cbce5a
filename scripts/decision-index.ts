import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of docs/decisions/README.md: the title of every record, in order. */
export function decisionIndex(folder: string): string {
  const records = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const lines = records.sort().map((name) => {
    const title = readFileSync(join(folder, name), 'utf8').split('\n', 1)[0] ?? '';
    const words = title.replace(/^#+\s*(?:\d+[.:]?\s*)?/, '');
    return `- ${name.slice(0, 4)} [${words}](${name})`;
  });
  return `# Decisions\n\nWritten by \`npm run gen\`; [0001](0001-decision-records.md) says what belongs here.\n\n${lines.join('\n')}\n`;
}
