import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** One actor that can be inspected. */
export type RunningActor = AnyActorRef;

/** The actors of one machine that run now, by the id that the network uses for them. */
export interface RunningActors {
  readonly size: number;
  get(id: string): RunningActor | undefined;
  entries(): Iterable<[id: string, actor: RunningActor]>;
}

/** The snapshot of a machine's actor, which XState does not type for an `AnyActorRef`. */
export function snapshotOf(actor: RunningActor): AnyMachineSnapshot {
  return actor.getSnapshot();
}

/** The actors inside a map of larger records. */
export function actorsWithin<Kept>(
  kept: ReadonlyMap<string, Kept>,
  actorOf: (kept: Kept) => RunningActor,
): RunningActors {
  return {
    get size() {
      return kept.size;
    },
    get: (id) => {
      const found = kept.get(id);
      return found === undefined ? undefined : actorOf(found);
    },
    *entries() {
      for (const [id, one] of kept) yield [id, actorOf(one)];
    },
  };
}

/** Several sets as one, each with a prefix, because a proxy and a server may have the same name. */
export function prefixed(sets: Readonly<Record<string, RunningActors>>): RunningActors {
  return {
    get size() {
      return Object.values(sets).reduce((sum, set) => sum + set.size, 0);
    },
    get: (id) => {
      const colon = id.indexOf(':');
      return Object.hasOwn(sets, id.slice(0, colon))
        ? sets[id.slice(0, colon)]?.get(id.slice(colon + 1))
        : undefined;
    },
    *entries() {
      for (const [prefix, set] of Object.entries(sets)) {
        for (const [id, actor] of set.entries()) yield [`${prefix}:${id}`, actor];
      }
    },
  };
}
