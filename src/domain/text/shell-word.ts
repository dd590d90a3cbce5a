/** The text as one word of a shell, for a command line that a reader copies: quoted where the shell would read more into it. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
