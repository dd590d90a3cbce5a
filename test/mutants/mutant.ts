/** A mistake that somebody could make, and the test that must notice it. `npm run mutants` applies each and expects red. */
export interface Mutant {
  /** The promise that the mistake breaks. */
  readonly promise: string;
  /** The source file, from the root of the repository. */
  readonly file: string;
  /** A text that stands exactly once in the file … */
  readonly from: string;
  /** … and what takes its place. */
  readonly to: string;
  /** The test files that must fail, separated by spaces. */
  readonly test: string;
}
