import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_PLAYERS, MAX_PROXIES_FROM } from '../simulator/simulator.ts';

/** The size of a simulated network and how much happens in it; the same for `simulate` and `demo`. */
export interface CrowdOptions {
  readonly players: number;
  readonly servers: number;
  readonly proxies: number;
  readonly proxiesFrom: number;
  readonly churn: number;
  readonly seed: number;
}

/** Adds the options of a command that simulates a network. */
export function addCrowdOptions(command: Command, players: number, churn: number): Command {
  return command
    .addOption(number('--players <n>', 'how many players are kept online', 0, MAX_PLAYERS, players))
    .addOption(number('--servers <n>', 'how many game servers', 1, 1_000, 12))
    .addOption(number('--proxies <n>', 'how many proxies', 1, 100, 2))
    .addOption(
      number(
        '--proxies-from <n>',
        'the number of the first proxy; another in each of several processes, whose servers and players then differ too',
        1,
        MAX_PROXIES_FROM,
        1,
      ),
    )
    .addOption(number('--churn <n>', 'joins, leaves and switches per second', 0, 10_000, churn))
    .addOption(
      number(
        '--seed <n>',
        'seed of the random numbers; the same seed gives the same players',
        0,
        4_294_967_295,
        1,
      ),
    );
}

function number(flags: string, description: string, min: number, max: number, initial: number): Option {
  return new Option(flags, description).default(initial).argParser((value: string) => {
    const given = Number(value);
    if (/^\d+$/.test(value) && given >= min && given <= max) return given;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  });
}
