import { MENU_COMMANDS, type MenuCommand } from '../../../domain/menu-command.ts';
import type { Uuid } from '../../../domain/uuid.ts';

// Every command is built here and in its neighbours from uuids, numbers and JSON.stringify: a player, a reason or a
// server cannot bring a word of their own into one.

/** What the console of a game server reads at once, in bytes (PROTOCOLS §6). */
export const MAX_COMMAND_BYTES = 1_446;

/** The objective that clicks set; the others are named after the commands that players type as `/trigger games`. */
export const CLICKS = 'menu';
export type Objective = MenuCommand | typeof CLICKS;
/** Clicks first: they are what somebody waits for. */
export const OBJECTIVES: readonly Objective[] = [CLICKS, ...MENU_COMMANDS];

/** Makes the objectives and lets everybody trigger them; those that exist stay. */
export function setupCommands(): string[] {
  return OBJECTIVES.flatMap((objective) => [
    `scoreboard objectives add ${objective} trigger`,
    enableAllCommand(objective),
  ]);
}

/** A trigger works once, and not at all for who came later: so it is allowed anew, again and again. */
export function enableAllCommand(objective: Objective): string {
  return `scoreboard players enable @a ${objective}`;
}

/** Prints the uuids of those who triggered. By uuid, because a name is printed with what teams put around it. */
export function findCommand(objective: Objective): string {
  return `execute as @a[scores={${objective}=1..}] run data get entity @s UUID`;
}

export function scoreCommand(uuid: Uuid, objective: Objective): string {
  return `execute as ${uuid} run scoreboard players get @s ${objective}`;
}

/** Takes the trigger back and allows it anew. */
export function resetCommands(uuid: Uuid, objective: Objective): string[] {
  return [
    `execute as ${uuid} run scoreboard players reset @s ${objective}`,
    `execute as ${uuid} run scoreboard players enable @s ${objective}`,
  ];
}

/** What a click on a place types, without the slash. */
export function clickTrigger(code: number): string {
  return `trigger ${CLICKS} set ${code}`;
}

/** `host` and `port` were checked (`isServerAddress`); an IPv6 address is put in quotes. */
export function transferCommand(uuid: Uuid, host: string, port: number): string {
  return `transfer ${host.includes(':') ? JSON.stringify(host) : host} ${port} ${uuid}`;
}
