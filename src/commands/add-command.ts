import type { Command } from 'commander';
import type { ExitCode } from './process/exit-code.ts';
import type { Terminal } from './process/terminal.ts';

/** Adds a command to the program; when it has run, it calls `finish` with the exit code of the process. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void) => void;
