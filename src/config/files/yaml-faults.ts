import { isAlias, isScalar, type ErrorCode, type Node, type Pair, visit } from 'yaml';

/**
 * What is wrong, by the library's code. Its own texts quote the source, and the source is where the passwords are: nothing
 * in these words comes from the file.
 */
const WORDS: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias has no anchor and no tag of its own',
  BAD_ALIAS: 'an alias needs a name',
  BAD_COLLECTION_TYPE: 'the tag does not fit the value',
  BAD_DIRECTIVE: 'a line that begins with % is a directive, and this one is unknown',
  BAD_DQ_ESCAPE: 'a backslash in double quotes begins an escape, and this one is unknown',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_PROP_ORDER: 'an anchor or a tag is out of place',
  BAD_SCALAR_START: 'a text cannot begin with this character',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping cannot begin on this line',
  BLOCK_IN_FLOW: 'an indented block cannot be inside of brackets or braces',
  DUPLICATE_KEY: 'the key is there twice',
  IMPOSSIBLE: 'the file cannot be read here',
  KEY_OVER_1024_CHARS: 'the key is too long',
  MISSING_CHAR: 'a character is missing, such as a closing quote, bracket or brace, or a space after a colon',
  MULTILINE_IMPLICIT_KEY: 'a key is not on a single line, or its colon is missing',
  MULTIPLE_ANCHORS: 'a value has at most one anchor',
  MULTIPLE_DOCS: 'the file has more than one document',
  MULTIPLE_TAGS: 'a value has at most one tag',
  NON_STRING_KEY: 'the key is not a text',
  RESOURCE_EXHAUSTION: 'it is nested too deep',
  TAB_AS_INDENT: 'tabs cannot indent; use spaces',
  TAG_RESOLVE_FAILED: 'the tag is unknown or does not fit (a text that begins with ! needs quotes)',
  UNEXPECTED_TOKEN:
    'there is something that does not belong here; a text with special characters needs quotes',
};

/** Describes an error or a warning of the library without a word of the file. */
export function faultText(code: ErrorCode): string {
  return `is not valid YAML: ${WORDS[code]}`;
}

/** Why an entry cannot be meant as one; undefined when it can. */
export function entryFault({ key, value }: Pair): string | undefined {
  if (!isScalar(key)) return 'has a key that is not a plain word';
  // In braces, a comma in a password that has no quotes begins an entry like this one.
  if (value === null) return 'has an entry without a colon; a text with a comma needs quotes';
  return undefined;
}

/** Why a value cannot be used, whatever its key; undefined when it can. */
export function valueFault(node: Node): string | undefined {
  let fault: string | undefined;
  visit(node, {
    Pair: (_, pair) => {
      fault = entryFault(pair);
      return fault === undefined ? undefined : visit.BREAK;
    },
  });
  return fault;
}

/**
 * Whether an error may show the value. Not one of an alias, which may be that of a password, and not a text of several
 * lines, which may have swallowed the lines of a password because its quote was not closed.
 */
export function isShowable(node: Node, source: string): boolean {
  let showable = true;
  visit(node, (_, part) => {
    const [start, end] = (isScalar(part) ? part.range : undefined) ?? [0, 0];
    if (!isAlias(part) && !source.slice(start, end).includes('\n')) return undefined;
    showable = false;
    return visit.BREAK;
  });
  return showable;
}

/** Whether an error may show the name of an unknown key: anything but a word may be a password that lacks its quotes. */
export function isPlainWord(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}
