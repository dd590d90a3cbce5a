import { fromPromise, type PromiseActorLogic } from 'xstate';

export interface Task<Output, Input> {
  readonly input: Input;
  readonly finish: (output: Output) => void;
  readonly fail: (error: unknown) => void;
}

/** The invoked work of a machine, which the test settles in the place of the database or the game server. */
export interface SettledWork<Output, Input> {
  readonly logic: PromiseActorLogic<Output, Input>;
  /** The running work, oldest first. */
  readonly tasks: Task<Output, Input>[];
  /** The inputs of all work, also of work that has ended. */
  readonly asked: Input[];
}

export function settledWork<Output, Input>(): SettledWork<Output, Input> {
  const tasks: Task<Output, Input>[] = [];
  const asked: Input[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          const index = tasks.indexOf(task);
          if (index >= 0) tasks.splice(index, 1);
        };
        const task: Task<Output, Input> = {
          input,
          finish: (output) => (leave(), resolve(output)),
          fail: (error) => (leave(), reject(error)),
        };
        signal.addEventListener('abort', leave);
        asked.push(input);
        tasks.push(task);
      }),
  );
  return { logic, tasks, asked };
}

/** Work that never ends, for machines whose outcomes a test sends as events. */
export function endless<Output, Input>(): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => new Promise(() => {}));
}

/** Resolves once settled promises have reached the actors that wait for them. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
