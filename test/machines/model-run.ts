import * as fc from 'fast-check';

/**
 * Runs random commands on a machine and on a simple model of it; `step` applies one command to both and compares them.
 * fast-check shrinks a failing run to the fewest commands and prints its seed.
 */
export function followsModel<Op, Start, Model extends object, Real>(
  start: fc.Arbitrary<Start>,
  op: fc.Arbitrary<Op>,
  begin: (start: Start) => { model: Model; real: Real },
  step: (op: Op, model: Model, real: Real) => Promise<void>,
): Promise<void> {
  const command = op.map(
    (one): fc.AsyncCommand<Model, Real> => ({
      check: () => true,
      run: (model, real) => step(one, model, real),
      toString: () => JSON.stringify(one),
    }),
  );
  return fc.assert(
    fc.asyncProperty(start, fc.commands([command], { maxCommands: 50 }), (given, commands) =>
      fc.asyncModelRun(() => begin(given), commands),
    ),
    { numRuns: 200 },
  );
}
