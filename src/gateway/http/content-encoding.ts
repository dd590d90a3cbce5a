/** Encodings in which the gateway has or makes bodies, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const NONE: readonly Encoding[] = [];
/** Browsers send the same few headers for ever. */
const MAX_KNOWN = 64;
/** Browsers name four or five, with a parameter at most; a list is read before anybody is known, so its cost has a bound. */
const MAX_CODINGS = 16;
const MAX_PARTS = 4;
const known = new Map<string, readonly Encoding[]>();

/**
 * The encodings that an `Accept-Encoding` header accepts (RFC 9110 §12.5.3), the one it likes best first, ours among equals.
 * Those that it likes less than no encoding are left out; one of more than sixteen members is read as none.
 */
export function acceptedEncodings(header: string): readonly Encoding[] {
  if (header === '') return NONE;
  const before = known.get(header);
  if (before !== undefined) return before;
  const accepted = parse(header);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, accepted);
  return accepted;
}

function parse(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  const entries = header.split(',', MAX_CODINGS + 1);
  if (entries.length > MAX_CODINGS) return NONE;
  for (const entry of entries) {
    const parts = entry.toLowerCase().split(';', MAX_PARTS);
    const [coding = '', ...parameters] = parts.map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (coding !== '')
      weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const any = weights.get('*') ?? 0;
  const weightOf = (coding: Encoding) => weights.get(coding) ?? any;
  const plain = weights.get('identity') ?? 0;
  return ENCODINGS.filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= plain).toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  );
}

/** The tag of a body in an encoding: other bytes need another strong tag. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}
