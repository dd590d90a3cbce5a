import { parseText } from '../src/domain/text/text.ts';
import { componentOf, HEX_PROTOCOL, type TextComponent } from '../src/domain/text/text-component.ts';

/** A marked text, and what clients of a protocol are to be sent for it. */
interface TextVector {
  readonly marked: string;
  readonly protocol: number;
  readonly component: TextComponent;
}

/** Texts that every reader of the markup has to read alike: each rule, what almost is markup, and where it ends. */
const MARKED = [
  '',
  'plain',
  'two\nlines',
  '&aGreen &bAqua &r plain',
  '§cRed §lbold §rplain',
  '&C&Lupper',
  '&l&oboth&e a colour ends them',
  '&k&l&m&n&oall',
  '&o&n&m&l&kall the other way',
  '&l&l&ltwice',
  '&lbold&r&lbold again',
  '&aa&aa',
  '&a&b&cempty runs between',
  'ends in a code&a',
  '#ff0000red',
  '#FF0000#00FF00green',
  '&#00ff00x §#0000ffy',
  '§x§1§2§a§B§5§6hex &x&1&2&3&4&5&6mixed &X§f§F&a&A§0&9upper',
  '&x&1&2&3&4&5five digits',
  '&x12345',
  '#12345 &z & § #',
  '#12345',
  '#1234567',
  '#gggggg',
  '##ff0000double',
  '&&cdouble',
  '&#12345g',
  String.raw`\#ff0000 \&c \§c \\ \n`,
  String.raw`\\&cred after a backslash`,
  String.raw`\\\&c`,
  'ends in a backslash\\',
  '\\',
  '{reason} {id} %',
  '<red>tags</red> are text',
  '"quotes" \\"and\\" \\\\more',
  'Grüße, žluťoučký, ελληνικά, 日本語',
  'emoji 😀 &a😀 #00ff00👍🏽',
  'controls \t and \u0001',
  'the Kelvin sign &\u212a and the long s &\u017f are no codes',
  '§',
  '§§a',
  '#fb0000M#fc2d00y #fd5a00N#fe8700e#ffb400t',
  '&8[&6Net&8] &r#55ffaaWelcome&7, &lfriend',
] as const;

const LEVELS = [0, 1, 51, 85, 102, 128, 170, 204, 254, 255];

/** Many colours, for the nearest named one: only rounding decides about some of them. */
function colorTexts(): string[] {
  return LEVELS.map((red) =>
    LEVELS.flatMap((green) => LEVELS.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}${hex(blue)}`)).join(
      '',
    ),
  );
}

/** The vectors of `agents/text-vectors.json`, one a line. */
export function textVectors(): string {
  const texts = [...MARKED, ...colorTexts()];
  const vectors = texts.flatMap((marked) =>
    [HEX_PROTOCOL - 1, HEX_PROTOCOL].map(
      (protocol): TextVector => ({ marked, protocol, component: componentOf(parseText(marked), protocol) }),
    ),
  );
  return `[\n${vectors.map((vector) => JSON.stringify(vector)).join(',\n')}\n]\n`;
}

function hex(level: number): string {
  return level.toString(16).padStart(2, '0');
}
