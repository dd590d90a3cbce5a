import type { ListChanges } from './sent-list.ts';

/** As in `listFrames`: a character takes at most three bytes, so that a frame stays under 256 KiB for any text. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * Writes changes of the servers as `network.update`s that each fit the limit: agents take each for itself, so many of them say
 * what one would. `facts` are the keys that all have, as JSON text without braces.
 */
export function* networkUpdates(
  facts: string,
  { changed, removed }: ListChanges,
): Generator<string, void, void> {
  let servers: string[] = [];
  let names: string[] = [];
  let characters = 0;
  const frame = (): string =>
    `{"type":"network.update","servers":[${servers.join()}],"removed":[${names.join()}],${facts}}`;
  const texts = [
    ...changed.map((text) => ({ text, isServer: true })),
    ...removed.map((name) => ({ text: JSON.stringify(name), isServer: false })),
  ];
  for (const { text, isServer } of texts) {
    if (characters > 0 && characters + text.length + 1 > MAX_CHARACTERS) {
      yield frame();
      servers = [];
      names = [];
      characters = 0;
    }
    (isServer ? servers : names).push(text);
    characters += text.length + 1;
  }
  yield frame();
}
