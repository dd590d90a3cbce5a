import type { Field } from '../../domain/fields/field.ts';

/** One key of `config.yml`: the values it accepts, its default, and its description. */
export interface ConfigKey<T> extends Field<T> {
  /** The comment in the generated file, and the text in docs/configuration.md. */
  readonly doc: string;
  /** Never shown in an error or in the log. */
  readonly secret: boolean;
  /** Whether every installation generates its own value and writes it to the file. */
  readonly generated: boolean;
  /** The default, or a newly generated value. */
  readonly initial: () => T;
}

/** A key with a default. */
export function key<T>(field: Field<T>, initial: NoInfer<T>, doc: string): ConfigKey<T> {
  return { ...field, doc, secret: false, generated: false, initial: () => initial };
}

/** A key with a default whose value may hold a password. */
export function secretKey<T>(field: Field<T>, initial: NoInfer<T>, doc: string): ConfigKey<T> {
  return { ...key(field, initial, doc), secret: true };
}

/** A secret that every installation generates at its first start. */
export function generatedKey<T>(field: Field<T>, initial: () => NoInfer<T>, doc: string): ConfigKey<T> {
  return { ...field, doc, secret: true, generated: true, initial };
}
