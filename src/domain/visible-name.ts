// Letters, marks, digits, punctuation and symbols; but not those that draw nothing (Default_Ignorable, the empty Braille cell).
const VISIBLE = String.raw`(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S}]`;
const WORD = new RegExp(`^(?:${VISIBLE})+$`, 'u');
const WORDS = new RegExp(`^(?:${VISIBLE})+(?: +(?:${VISIBLE})+)*$`, 'u');

/** Whether a text has 1 to `max` characters (code points), and each can be seen: no spaces, control or invisible characters. */
export function isVisibleWord(text: string, max: number): boolean {
  return hasAtMost(text, max) && WORD.test(text);
}

/** The same, with spaces between the characters, as names of Bedrock players have them. */
export function areVisibleWords(text: string, max: number): boolean {
  return hasAtMost(text, max) && WORDS.test(text);
}

function hasAtMost(text: string, max: number): boolean {
  return text.length <= 2 * max && Array.from(text).length <= max;
}
