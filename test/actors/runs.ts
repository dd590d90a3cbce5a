/** How often a property is tried: `usual` times, or as often as the variable PORTCULLIS_RUNS says. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env['PORTCULLIS_RUNS'] ?? usual) };
}
