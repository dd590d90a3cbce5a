import { createActor, SimulatedClock, type Actor, type AnyStateMachine, type InputFrom } from 'xstate';

export interface RecordedActor<M extends AnyStateMachine> {
  readonly actor: Actor<M>;
  readonly clock: SimulatedClock;
  /** What the machine has emitted since the last call. */
  readonly emitted: () => { type: string; [key: string]: unknown }[];
  /** The same, but only the types. */
  readonly emittedTypes: () => string[];
  /** Advances the clock in small steps: SimulatedClock fires a timer that was set during a step only in the next one. */
  readonly pass: (milliseconds: number) => void;
}

/** A running actor on a clock that the test controls. */
export function recordActor<M extends AnyStateMachine>(machine: M, input: InputFrom<M>): RecordedActor<M> {
  const clock = new SimulatedClock();
  const actor: Actor<M> = createActor(machine, { input, clock });
  let said: { type: string }[] = [];
  actor.on('*', (event) => said.push(event));
  actor.start();
  const emitted = (): { type: string }[] => {
    const taken = said;
    said = [];
    return taken;
  };
  const pass = (milliseconds: number): void => {
    for (let left = milliseconds; left > 0; left -= 500) clock.increment(Math.min(500, left));
  };
  return { actor, clock, emitted, emittedTypes: () => emitted().map((event) => event.type), pass };
}

/** An emitted event as one line: its type and those of the named fields that are texts or numbers. */
export function eventText(event: { type: string; [key: string]: unknown }, ...fields: string[]): string {
  const words = fields.map((field) => event[field]);
  return [event.type, ...words.filter((word) => typeof word === 'string' || typeof word === 'number')].join(
    ' ',
  );
}
