import { isRecord } from '../../domain/fields/record.ts';
import { type Document, isNode, parseDocument, stringify } from 'yaml';
import { environmentName, type KeyTable } from '../tables/key-table.ts';
import { mapKeyParts } from '../tables/map-key.ts';

/**
 * Sets a value in the text of `config.yml` and leaves every other byte unchanged, so that comments stay where they are. A
 * key that is missing is added with its section; this formats the white space of the file anew.
 */
export function writeValue(text: string, name: string, value: string): string {
  const path = name.split('.');
  const document = parseDocument(text);
  const node = document.getIn(path, true);
  if (!isNode(node) || node.range === undefined || node.range === null || node.toJS(document) === null) {
    addValue(document, path, value);
    return document.toString({ lineWidth: 0 });
  }
  const [start, end] = node.range;
  // The range of a block scalar includes the end of its last line.
  const lineEnd = text.slice(start, end).endsWith('\n') ? '\n' : '';
  return `${text.slice(0, start)}${JSON.stringify(value)}${lineEnd}${text.slice(end)}`;
}

function addValue(document: Document, path: readonly string[], value: string): void {
  const section = path.slice(0, -1);
  const [leaf = ''] = path.slice(-1);
  // A section without keys is null in YAML, and keys cannot be added to null.
  if (section.length > 0 && document.getIn(section) === null) document.setIn(section, { [leaf]: value });
  else document.setIn(path, value);
}

/** The text of a new `config.yml`: every key with its comment, in the order of the table. */
export function newConfigText(values: ReadonlyMap<string, unknown>, table: KeyTable): string {
  const lines = [...table.intro];
  let open: readonly string[] = [];
  for (const [name, { doc, initial, schema }] of Object.entries(table.keys)) {
    const path = name.split('.');
    const sections = path.slice(0, -1);
    const indent = '  '.repeat(sections.length);
    const value = values.has(name) ? values.get(name) : initial();
    lines.push('', ...sectionLines(sections, open));
    for (const line of wrap(doc, 110 - indent.length)) lines.push(`${indent}# ${line}`);
    for (const part of mapKeyParts(schema)) lines.push(`${indent}#   ${part.path}: ${part.doc}`);
    lines.push(`${indent}# ${environmentName(table, name)}`);
    for (const line of valueLines(path.at(-1) ?? '', value)) lines.push(`${indent}${line}`);
    open = sections;
  }
  return `${lines.join('\n')}\n`;
}

/** A map has one line per key, so that people can edit it; everything else is one line. */
function valueLines(leaf: string, value: unknown): string[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [`${leaf}: ${JSON.stringify(value)}`];
  const text = stringify(value, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' });
  return [
    `${leaf}:`,
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
  ];
}

/** The headings of the sections that are not open yet. */
function sectionLines(sections: readonly string[], open: readonly string[]): string[] {
  const first = sections.findIndex((section, level) => section !== open[level]);
  if (first < 0) return [];
  return sections.slice(first).map((section, level) => `${'  '.repeat(first + level)}${section}:`);
}

function wrap(words: string, width: number): string[] {
  const lines = [''];
  for (const word of words.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
