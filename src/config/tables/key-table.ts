import type { Field } from '../../domain/fields/field.ts';
import type { ConfigKey } from './config-key.ts';

/** All keys of one `config.yml`; every role has its own table. */
export interface KeyTable<S = unknown> {
  /** In the order of the file. A dot is a level of nesting; the keys of one section are adjacent. */
  readonly keys: Readonly<Record<string, ConfigKey<unknown>>>;
  /** Checks a complete set of values. */
  readonly whole: Field<S>;
  /** The prefix of the environment variables. */
  readonly prefix: string;
  /** The comment at the top of a new file. */
  readonly intro: readonly string[];
}

/** `gateway.trustedProxies` → `PORTCULLIS_GATEWAY_TRUSTED_PROXIES`. */
export function environmentName({ prefix }: Pick<KeyTable, 'prefix'>, name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('.', '_');
  return `${prefix}${words.toUpperCase()}`;
}
