import { createActor, SimulatedClock, type Actor, type AnyStateMachine, type InputFrom } from 'xstate';

export interface Witness<M extends AnyStateMachine> {
  readonly actor: Actor<M>;
  readonly clock: SimulatedClock;
  /** What the machine said since this was last asked. */
  readonly heard: () => { type: string; [key: string]: unknown }[];
  /** The types alone. */
  readonly heardTypes: () => string[];
  /** Lets time go by in small steps: SimulatedClock fires a timer that was set during a jump only in the next one. */
  readonly pass: (milliseconds: number) => void;
}

/** A live machine on a clock that only the test moves. */
export function witness<M extends AnyStateMachine>(machine: M, input: InputFrom<M>): Witness<M> {
  const clock = new SimulatedClock();
  const actor: Actor<M> = createActor(machine, { input, clock });
  let said: { type: string }[] = [];
  actor.on('*', (event) => said.push(event));
  actor.start();
  const heard = (): { type: string }[] => {
    const taken = said;
    said = [];
    return taken;
  };
  const pass = (milliseconds: number): void => {
    for (let left = milliseconds; left > 0; left -= 500) clock.increment(Math.min(500, left));
  };
  return { actor, clock, heard, heardTypes: () => heard().map((event) => event.type), pass };
}

/** An emitted event as one line: its type and those of the named fields that are words or numbers. */
export function worded(event: { type: string; [key: string]: unknown }, ...fields: string[]): string {
  const words = fields.map((field) => event[field]);
  return [event.type, ...words.filter((word) => typeof word === 'string' || typeof word === 'number')].join(
    ' ',
  );
}
