import { AppError } from '../../domain/errors.ts';
import { isPlayerName } from '../../domain/player-name.ts';
import type { PlayerTarget } from '../server-management.ts';
import { MAX_REQUEST_BYTES } from './packet.ts';

// Every command is built here, from checked names and cleaned texts: a line break or a selector in a ban reason must not
// become a command.

export const SAVE_COMMAND = 'save-all flush';
export const STOP_COMMAND = 'stop';
/** Of the game, the game's own where a plugin has replaced it, and of other servers. */
export const LIST_COMMANDS = ['list uuids', 'minecraft:list uuids', 'list'] as const;

/** A text may take this many commands; a longer one is cut. */
const MAX_PARTS = 8;

const NOT_UNDERSTOOD =
  /^\W{0,8}(?:unknown(?: or incomplete)? command|no such command|command not found|invalid command)|command\b.{1,60}\b(?:does not exist|not found|is unknown)/i;

/** `kick <name> <reason>`. The game reads selectors in a reason, so no `@` is left in it. */
export function kickCommand(player: PlayerTarget, message: string): string {
  const head = `kick ${nameArgument(player)} `;
  const reason = cleaned(message).replaceAll('\n', ' ').replaceAll('@', '\uFF20').trim();
  return head + cut(reason, MAX_REQUEST_BYTES - Buffer.byteLength(head), (part) => Buffer.byteLength(part));
}

/** True when the answer to a kick says that a player was kicked. Some servers answer every command with nothing. */
export function isKickDone(answer: string): boolean {
  return !isNotUnderstood(answer) && (/kicked/i.test(answer) || answer.trim() === '');
}

/** True when the console does not know the command, or not in this form, in the words of the game and of other servers. */
export function isNotUnderstood(answer: string): boolean {
  return answer.includes('<--[HERE]') || NOT_UNDERSTOOD.test(answer.replace(/§./g, ''));
}

/**
 * The text for a console that does not know `tellraw`: `say` to everybody, `tell` to one player; one command a line. The
 * game reads selectors there, so no `@` is left in it.
 */
export function sayCommands(target: PlayerTarget | 'all', text: string): string[] {
  const head = target === 'all' ? 'say ' : `tell ${nameArgument(target)} `;
  const room = MAX_REQUEST_BYTES - Buffer.byteLength(head);
  const lines = cleaned(text).replaceAll('@', '\uFF20').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_PARTS)
    .map((line) => head + cut(line, room, (part) => Buffer.byteLength(part)));
}

/** As many `tellraw` commands as the text needs: a request holds a limited number of bytes. */
export function tellCommands(target: PlayerTarget | 'all', text: string): string[] {
  const head = `tellraw ${target === 'all' ? '@a' : nameArgument(target)} `;
  const room = MAX_REQUEST_BYTES - Buffer.byteLength(head);
  const commands: string[] = [];
  let rest = cleaned(text);
  while (rest !== '' && commands.length < MAX_PARTS) {
    const part =
      commands.length === MAX_PARTS - 1 ? cut(rest, room, sizeInJson) : longestStart(rest, room, sizeInJson);
    commands.push(head + component(part));
    rest = rest.slice(part.length);
  }
  return commands;
}

/** A command from the configuration, without the leading slash that consoles do not accept. */
export function operatorCommand(text: string): string {
  const command = text.trim().replace(/^\//, '');
  if (isOperatorCommand(text)) return command;
  throw new AppError('platform_unavailable', 'A configured command is empty, too long or has line breaks');
}

function isOperatorCommand(text: string): boolean {
  const command = text.trim().replace(/^\//, '');
  return command !== '' && !/\p{Cc}/u.test(command) && Buffer.byteLength(command) <= MAX_REQUEST_BYTES;
}

function nameArgument({ name }: PlayerTarget): string {
  if (!isPlayerName(name)) throw new AppError('player_not_found');
  // Bedrock names may have spaces, but nothing that must be escaped inside quotes.
  return name.includes(' ') ? `"${name}"` : name;
}

function component(text: string): string {
  return JSON.stringify({ text });
}

function sizeInJson(text: string): number {
  return Buffer.byteLength(component(text));
}

function cleaned(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ');
}

/** The text, or as much of its beginning as fits, with an ellipsis. */
function cut(text: string, room: number, size: (part: string) => number): string {
  if (size(text) <= room) return text;
  return `${longestStart(text, room - Buffer.byteLength('…'), size)}…`;
}

/** As many whole characters from the beginning as fit. */
function longestStart(text: string, room: number, size: (part: string) => number): string {
  let least = 0;
  let most = text.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (size(text.slice(0, middle)) <= room) least = middle;
    else most = middle - 1;
  }
  // Not between the halves of a surrogate pair.
  const whole = text.slice(0, least);
  return /\p{Cs}/u.test(whole) ? whole.slice(0, -1) : whole;
}
