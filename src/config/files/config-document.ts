import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { ConfigIssue } from '../config-error.ts';
import type { KeyTable } from '../tables/key-table.ts';
import { nearestKey } from '../nearest-key.ts';
import { entryFault, faultText, isPlainWord, isShowable, valueFault } from './yaml-faults.ts';

/** A value given for a key, and its source. */
export interface GivenValue {
  readonly value: unknown;
  readonly where: string;
  /** The place of a part of the value, by the path of keys to it. */
  readonly whereIs?: (path: readonly string[]) => string;
  /** Whether a part stands in braces, where a part of a password without quotes can look like a key. */
  readonly isInBraces?: (path: readonly string[]) => boolean;
  /** False for a value that no error may show, whatever its key. */
  readonly showable?: boolean;
}

/** The values from one source, and the issues with the rest of it. */
export interface Layer {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly issues: readonly ConfigIssue[];
}

/**
 * Parses the text of `config.yml`; `file` is its name in the issues. What they say of a text that is not what it was meant
 * to be is its line, and never a piece of it: the piece may be of a password (docs/decisions/0140-errors-without-source.md).
 */
export function readDocument(text: string, file: string, { keys }: Pick<KeyTable, 'keys'>): Layer {
  const names = Object.keys(keys);
  const values = new Map<string, GivenValue>();
  const issues: ConfigIssue[] = [];
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Its warnings quote the source on stderr.
    logLevel: 'silent',
  });
  const place = (offset: number | undefined): string =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;

  for (const error of [...document.errors, ...document.warnings]) {
    issues.push({ where: place(error.pos[0]), key: '', message: faultText(error.code) });
  }
  if (issues.length === 0) visit(document.contents, '', undefined);
  return { values, issues };

  /** The library throws for an alias without an anchor, and for aliases that grow without measure. */
  function valueOf(node: unknown): { readonly value: unknown } | { readonly reason: string } {
    if (!isNode(node)) return { value: node };
    const fault = valueFault(node);
    if (fault !== undefined) return { reason: fault };
    try {
      return { value: node.toJS(document) };
    } catch {
      // The message of the library has the name of the alias, which is a password that begins with *.
      return {
        reason:
          'cannot be read: an alias has no anchor before it, or aliases grow without measure; a text that begins with * needs quotes',
      };
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
    for (const pair of node.items) {
      const { key, value } = pair;
      const word = isScalar(key) ? String(key.value) : '';
      const name = path === '' ? word : `${path}.${word}`;
      const at = isNode(key) ? key.range?.[0] : undefined;
      if (Object.hasOwn(keys, name)) {
        const where = place(at);
        const whereIs = (path: readonly string[]): string => placeIn(value, path) ?? where;
        const isInBraces = (path: readonly string[]): boolean => isBraced(value, path.slice(0, -1));
        const showable = !isNode(value) || isShowable(value, text);
        // A section without entries, such as `servers:` above commented lines, is an empty one.
        if (keys[name]?.schema['type'] === 'object' && isEmpty(value)) continue;
        const read = valueOf(value);
        if ('reason' in read) issues.push({ where, key: name, message: read.reason });
        else values.set(name, { ...read, where, whereIs, isInBraces, showable });
      } else if (names.some((known) => known.startsWith(`${name}.`))) visit(value, name, at);
      else {
        const fault = entryFault(pair) ?? (node.flow === true || !isPlainWord(word) ? UNNAMED : undefined);
        issues.push(
          fault === undefined
            ? { where: place(at), key: name, message: unknownText(name, names) }
            : { where: place(at), key: path, message: fault },
        );
      }
    }
  }
}

function isBraced(node: unknown, path: readonly string[]): boolean {
  const part = path.length === 0 ? node : isCollection(node) ? node.getIn(path, true) : undefined;
  return isMap(part) && part.flow === true;
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

const UNNAMED = 'has a key that is not known; it is not shown, because it may be a piece of a password';

function unknownText(name: string, names: readonly string[]): string {
  const sections = names.flatMap((known) =>
    known.split('.').map((_, at, words) => words.slice(0, at + 1).join('.')),
  );
  const nearest = nearestKey(name, new Set(sections));
  return `is not a known key${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}
