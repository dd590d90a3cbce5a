import type { Layer } from './files/config-document.ts';

/** How passwords become hashes; the gateway, which checks them at login, has it. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  isHash(text: string): boolean;
}

export interface SettledPassword {
  readonly hash: string;
  /** Whether the file must be given the hash. */
  readonly store: boolean;
  /** In clear text, if it was made just now. */
  readonly fresh: string | undefined;
}

/**
 * Turns what is configured into the hash in force. A clear-text password from the environment is compared with the
 * hash in the file first: hashing it anew at every start would end every session, because the salt is another.
 */
export async function settlePassword(
  given: readonly Layer[],
  document: Layer,
  password: string,
  hashing: PasswordHashing,
): Promise<SettledPassword> {
  const name = 'auth.password';
  const inFile = document.values.get(name)?.value;
  const outside = given.some((layer) => layer.values.has(name));
  if (hashing.isHash(password)) return { hash: password, store: inFile === undefined, fresh: undefined };
  if (outside && typeof inFile === 'string' && hashing.isHash(inFile)) {
    if (await hashing.verify(password, inFile)) return { hash: inFile, store: false, fresh: undefined };
  }
  const fresh = outside || inFile !== undefined ? undefined : password;
  return { hash: await hashing.hash(password), store: true, fresh };
}
