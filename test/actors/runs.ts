/** How often a property is tried: `usual` in the suite, or as often as PORTCULLIS_RUNS says on a hunt. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env['PORTCULLIS_RUNS'] ?? usual) };
}
