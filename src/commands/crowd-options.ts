import { type Command, InvalidArgumentError, Option } from 'commander';

/** How large and how lively a simulated network is; the same for `simulate` and `demo`. */
export interface CrowdOptions {
  readonly players: number;
  readonly servers: number;
  readonly proxies: number;
  readonly churn: number;
  readonly seed: number;
}

/** The options of everything that simulates a network. */
export function addCrowdOptions(command: Command, players: number, churn: number): Command {
  return command
    .addOption(number('--players <n>', 'players that come in and are kept', 0, 49_000, players))
    .addOption(number('--servers <n>', 'game servers', 1, 1_000, 12))
    .addOption(number('--proxies <n>', 'proxies that the players come through', 1, 100, 2))
    .addOption(number('--churn <n>', 'joins, leaves and switches a second', 0, 10_000, churn))
    .addOption(number('--seed <n>', 'the same seed has the same players', 0, 4_294_967_295, 1));
}

function number(flags: string, words: string, min: number, max: number, initial: number): Option {
  return new Option(flags, words).default(initial).argParser((value: string) => {
    const given = Number(value);
    if (/^\d+$/.test(value) && given >= min && given <= max) return given;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  });
}
