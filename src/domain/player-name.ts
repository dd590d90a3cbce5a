import { areVisibleWords } from './visible-name.ts';

// The names that servers accept, at most 16 characters; Bedrock names have the prefix of Floodgate. None begins or ends with a space:
// MySQL and MariaDB compare without those at the end, so that two names would have one row.
const JAVA = /^[A-Za-z0-9_]{1,16}$/;
const BEDROCK = /^\.[A-Za-z0-9_](?:[A-Za-z0-9_ ]{0,13}[A-Za-z0-9_])?$/;

/** The Kelvin sign, whose lower case is an ordinary `k`: by it, one player's name would count as another's. */
const LOOKS_ASCII_FOLDED = /\u212a/;

/** The longest name that a proxy or plugin may give a player, in characters. */
export const MAX_NAME_LENGTH = 48;

/**
 * Whether a Java or a Bedrock player can have this name (docs/game-protocols.md "Names and uuids"). For doors that see the
 * name itself, and for what is written into consoles.
 */
export function isPlayerName(name: string): boolean {
  return JAVA.test(name) || BEDROCK.test(name);
}

/**
 * Whether a player can have this name in a network: whatever `isPlayerName` allows, and up to 48 visible characters, because
 * proxies and their plugins give names with other prefixes and signs (decision 122).
 */
export function isReportedName(name: string): boolean {
  // A letter can become two in lower case, and what is stored must hold both forms.
  return (
    isPlayerName(name) ||
    (areVisibleWords(name, MAX_NAME_LENGTH) &&
      areVisibleWords(foldName(name), MAX_NAME_LENGTH) &&
      !LOOKS_ASCII_FOLDED.test(name))
  );
}

/** The form in which names are compared and searched: no two players have names that differ only by case. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
