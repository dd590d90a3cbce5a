import type { Layer } from './files/config-document.ts';

/** The hashing of passwords, which the gateway implements. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  isHash(text: string): boolean;
}

export interface SettledPassword {
  readonly hash: string;
  /** Whether the hash must be written to the file. */
  readonly store: boolean;
  /** The clear text, if the password was generated at this start. */
  readonly fresh: string | undefined;
}

/**
 * Determines the password hash in force. A clear-text password from the environment is first compared with the hash in the
 * file: a new hash at every start would have another salt and so end every session.
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
