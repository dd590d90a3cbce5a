// The names that servers accept, at most 16 characters; Bedrock names have the prefix of Floodgate.
const JAVA = /^[A-Za-z0-9_]{1,16}$/;
const BEDROCK = /^\.[A-Za-z0-9_ ]{1,15}$/;

/** Whether a Java or a Bedrock player can have this name (docs/game-protocols.md "Names and uuids"). */
export function isPlayerName(name: string): boolean {
  return JAVA.test(name) || BEDROCK.test(name);
}

/** The form in which names are compared and searched: no two players have names that differ only by case. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
