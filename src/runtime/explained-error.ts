/**
 * An error whose sentence has all that an operator needs: what is wrong, where, and what to do. Its stack and its cause say
 * nothing more, and are not logged.
 */
export class ExplainedError extends Error {
  override readonly name: string = 'ExplainedError';
}
