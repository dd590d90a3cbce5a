/** Java names, and Bedrock names under Floodgate's prefix, as servers really enforce them (at most 16 characters). */
const JAVA = /^[A-Za-z0-9_]{1,16}$/;
const BEDROCK = /^\.[A-Za-z0-9_ ]{1,15}$/;

export function isPlayerName(name: string): boolean {
  return JAVA.test(name) || BEDROCK.test(name);
}

/** Names differ only by case in no Minecraft network: this is the form they are compared and searched in. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
