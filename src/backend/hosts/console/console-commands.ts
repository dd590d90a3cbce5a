import { MENU_COMMANDS, type MenuCommand } from '../../../domain/menu-command.ts';
import type { Uuid } from '../../../domain/uuid.ts';

// Every command is built from uuids, numbers and JSON.stringify, here and in `chat.ts` and `dialog.ts`: the name of a
// player or server, or a reason, cannot become part of a command.

/** The longest command that the console of a game server reads, in bytes (docs/game-protocols.md "RCON"). */
export const MAX_COMMAND_BYTES = 1_446;

/** The objective that clicks set; the others are named after the commands: players type `/trigger games`. */
export const CLICKS = 'menu';
export type Objective = MenuCommand | typeof CLICKS;
/** Clicks first: a player waits for their effect. */
export const OBJECTIVES: readonly Objective[] = [CLICKS, ...MENU_COMMANDS];

/** Creates the objectives and enables them for all players; existing ones stay. */
export function setupCommands(): string[] {
  return OBJECTIVES.flatMap((objective) => [
    `scoreboard objectives add ${objective} trigger`,
    enableAllCommand(objective),
  ]);
}

/** A trigger works once, and not for players who joined later: so it is enabled again and again. */
export function enableAllCommand(objective: Objective): string {
  return `scoreboard players enable @a ${objective}`;
}

/** Prints the uuids of the players who triggered. Not their names, which are printed with the prefixes of teams. */
export function findCommand(objective: Objective): string {
  return `execute as @a[scores={${objective}=1..}] run data get entity @s UUID`;
}

/** Prints a player's score. */
export function scoreCommand(uuid: Uuid, objective: Objective): string {
  return `execute as ${uuid} run scoreboard players get @s ${objective}`;
}

/** Resets the trigger and enables it again. */
export function resetCommands(uuid: Uuid, objective: Objective): string[] {
  return [
    `execute as ${uuid} run scoreboard players reset @s ${objective}`,
    `execute as ${uuid} run scoreboard players enable @s ${objective}`,
  ];
}

/** The command that a click on a slot runs, without the slash. */
export function clickTrigger(code: number): string {
  return `trigger ${CLICKS} set ${code}`;
}

/** Moves a player by the game's own transfer. `host` was checked by `isServerAddress`; an IPv6 address is quoted. */
export function transferCommand(uuid: Uuid, host: string, port: number): string {
  return `transfer ${host.includes(':') ? JSON.stringify(host) : host} ${port} ${uuid}`;
}
