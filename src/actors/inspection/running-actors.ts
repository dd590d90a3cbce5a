import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** One actor that can be looked at. */
export type RunningActor = AnyActorRef;

/** The actors of one machine that live now, by the id under which the network knows them. */
export interface RunningActors {
  readonly size: number;
  get(id: string): RunningActor | undefined;
  entries(): Iterable<[id: string, actor: RunningActor]>;
}

/** The snapshot of a machine's actor; XState does not know the logic behind an `AnyActorRef`. */
export function snapshotOf(actor: RunningActor): AnyMachineSnapshot {
  return actor.getSnapshot();
}

/** Shows actors that are kept inside larger records as if they were kept alone. */
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

/** Shows two sets as one, each under a prefix of its own, because a proxy and a server may have the same name. */
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
