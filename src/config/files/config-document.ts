import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { ConfigIssue } from '../config-error.ts';
import type { KeyTable } from '../tables/key-table.ts';
import { nearestKey } from '../nearest-key.ts';

/** A value given for a key, and its source. */
export interface GivenValue {
  readonly value: unknown;
  readonly where: string;
  /** The place of a part of the value, by the path of keys to it. */
  readonly whereIs?: (path: readonly string[]) => string;
}

/** The values from one source, and the issues with the rest of it. */
export interface Layer {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly issues: readonly ConfigIssue[];
}

/** Parses the text of `config.yml`; `file` is its name in the issues. */
export function readDocument(text: string, file: string, { keys }: Pick<KeyTable, 'keys'>): Layer {
  const names = Object.keys(keys);
  const values = new Map<string, GivenValue>();
  const issues: ConfigIssue[] = [];
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number | undefined): string =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;

  for (const error of [...document.errors, ...document.warnings]) {
    issues.push({
      where: place(error.pos[0]),
      key: '',
      message: `is not valid YAML: ${error.message}`,
    });
  }
  if (issues.length === 0) visit(document.contents, '', undefined);
  return { values, issues };

  /** The library throws for an alias without an anchor, and for aliases that grow without measure. */
  function valueOf(node: unknown): { readonly value: unknown } | { readonly reason: string } {
    try {
      return { value: isNode(node) ? node.toJS(document) : node };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  function placeIn(node: unknown, path: readonly string[]): string | undefined {
    for (let length = path.length; length > 0 && isCollection(node); length -= 1) {
      const part = node.getIn(path.slice(0, length), true);
      if (isNode(part) && part.range !== undefined) return place(part.range?.[0]);
    }
    return undefined;
  }

  function visit(node: unknown, path: string, offset: number | undefined): void {
    if (isEmpty(node)) return;
    if (!isMap(node)) {
      issues.push({ where: place(offset), key: path, message: 'must be a section with keys below it' });
      return;
    }
    for (const { key, value } of node.items) {
      const word = isScalar(key) ? String(key.value) : String(key);
      const name = path === '' ? word : `${path}.${word}`;
      const at = isNode(key) ? key.range?.[0] : undefined;
      if (Object.hasOwn(keys, name)) {
        const where = place(at);
        const whereIs = (path: readonly string[]): string => placeIn(value, path) ?? where;
        // A section without entries, such as `servers:` above commented lines, is an empty one.
        if (keys[name]?.schema['type'] === 'object' && isEmpty(value)) continue;
        const read = valueOf(value);
        if ('reason' in read) issues.push({ where, key: name, message: `cannot be read: ${read.reason}` });
        else values.set(name, { ...read, where, whereIs });
      } else if (names.some((known) => known.startsWith(`${name}.`))) visit(value, name, at);
      else issues.push({ where: place(at), key: name, message: unknownText(name, names) });
    }
  }
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

function unknownText(name: string, names: readonly string[]): string {
  const sections = names.flatMap((known) =>
    known.split('.').map((_, at, words) => words.slice(0, at + 1).join('.')),
  );
  const nearest = nearestKey(name, new Set(sections));
  return `is not a known key${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}
