import type { Field } from '../../domain/fields/field.ts';
import type { ConfigKey } from './config-key.ts';

/** All keys of one `config.yml`. Every role has its own. */
export interface KeyTable<S = unknown> {
  /** In the order of the file; a dot is a level of nesting, and keys of one section stand together. */
  readonly keys: Readonly<Record<string, ConfigKey<unknown>>>;
  /** A complete set of values. */
  readonly whole: Field<S>;
  /** Of the environment variables. */
  readonly prefix: string;
  /** The first words of a new file. */
  readonly intro: readonly string[];
}

/** `gateway.trustedProxies` → `PORTCULLIS_GATEWAY_TRUSTED_PROXIES`. */
export function environmentName({ prefix }: Pick<KeyTable, 'prefix'>, name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('.', '_');
  return `${prefix}${words.toUpperCase()}`;
}
