import type { Field } from '../../domain/fields/field.ts';

/** One key of `config.yml`: what it may be, what it is when nobody says, and what the reader is told of it. */
export interface ConfigKey<T> extends Field<T> {
  /** Comment in the generated file and text in docs/configuration.md. */
  readonly doc: string;
  /** Never shown: not in an error, not in the log. */
  readonly secret: boolean;
  /** Made anew for every installation and written to the file; others keep their default. */
  readonly generated: boolean;
  /** The default, or a freshly made value. */
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

/** A secret that every installation makes for itself at its first start. */
export function generatedKey<T>(field: Field<T>, initial: () => NoInfer<T>, doc: string): ConfigKey<T> {
  return { ...field, doc, secret: true, generated: true, initial };
}
