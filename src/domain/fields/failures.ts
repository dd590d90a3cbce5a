import type * as s from 'superstruct';

/** What is wrong in one place; `refinement` is set when only a rule on a value of the right shape is broken. */
type Failure = Pick<s.Failure, 'path' | 'message' | 'value'>;

/**
 * Finds what does not fit, one fault at a time: who takes only the first few pays for no more. superstruct's own `validate`
 * always finds all of them, and what is wrong with ten thousand keys costs twenty times what it costs to parse them.
 */
export function* failuresOf(
  value: unknown,
  struct: s.Struct,
  path: readonly unknown[] = [],
): Generator<Failure, boolean> {
  const context: s.Context = { branch: [value], path: [...path] };
  let isShaped = true;
  for (const failure of struct.validator(value, context)) {
    isShaped = false;
    yield failure;
  }
  for (const [key, entry, entryStruct] of struct.entries(value, context)) {
    isShaped = (yield* failuresOf(entry, entryStruct as s.Struct, [...path, key])) && isShaped;
  }
  // A rule on the whole is checked only once its parts have their shapes.
  if (isShaped) yield* struct.refiner(value, context);
  return isShaped;
}
