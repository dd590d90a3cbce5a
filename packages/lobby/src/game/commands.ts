import { MENU_COMMANDS, type MenuCommand } from '../../../../src/domain/menu-command.ts';

/** A command that a player typed, one of ours. */
export interface TypedCommand {
  readonly command: MenuCommand;
  /** The text after it, without spaces around it. */
  readonly argument: string;
}

const MAX_LENGTH = 256;

/** Reads the text after the slash; undefined for a command that is not ours. */
export function readCommand(typed: string): TypedCommand | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  const [word = '', ...rest] = typed.trim().split(' ');
  const command = MENU_COMMANDS.find((one) => one === word.toLowerCase());
  return command === undefined ? undefined : { command, argument: rest.join(' ').trim() };
}

const ROOT = 0;
const LITERAL = 1;
const ARGUMENT = 2;

/** The command tree of 1.13 and later, with which clients complete and colour what is typed. */
export function commandTree(): unknown {
  const nodes: unknown[] = [];
  const children: number[] = [];
  nodes.push({ flags: flagsOf(ROOT, false), children });
  for (const name of MENU_COMMANDS) {
    children.push(nodes.length);
    nodes.push({ flags: flagsOf(LITERAL, true), children: [nodes.length + 1], extraNodeData: { name } });
    const argument = { name: 'argument', parser: 'brigadier:string', properties: 'GREEDY_PHRASE' };
    nodes.push({ flags: flagsOf(ARGUMENT, true), children: [], extraNodeData: argument });
  }
  return { nodes, rootIndex: 0 };
}

function flagsOf(kind: number, isCommand: boolean): unknown {
  return {
    unused: 0,
    allows_restricted: 0,
    has_custom_suggestions: 0,
    has_redirect_node: 0,
    has_command: isCommand ? 1 : 0,
    command_node_type: kind,
  };
}
