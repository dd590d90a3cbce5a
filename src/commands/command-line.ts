import { Command, CommanderError } from 'commander';
import packageInfo from '../../package.json' with { type: 'json' };
import { ConfigError } from '../config/config-error.ts';
import type { AddCommand } from './add-command.ts';
import { addAgentCommand } from './agent.ts';
import { addBackendCommand } from './backend.ts';
import { addBackupCommand } from './backup.ts';
import { addConfigCommand } from './config-check.ts';
import { addDemoCommand } from './demo.ts';
import { addEdgeCommand } from './edge.ts';
import { addPasswordCommand } from './password.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import { addProxyCommand } from './proxy.ts';
import { addRestoreCommand } from './restore.ts';
import { addSimulateCommand } from './simulate.ts';
import { processTerminal, type Terminal } from './process/terminal.ts';

const COMMANDS: readonly AddCommand[] = [
  addProxyCommand,
  addEdgeCommand,
  addBackendCommand,
  addDemoCommand,
  addSimulateCommand,
  addAgentCommand,
  addPasswordCommand,
  addBackupCommand,
  addRestoreCommand,
  addConfigCommand,
];

/** Runs one command to its end and returns the exit code of the process. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = new Command('portcullis')
    .description(packageInfo.description)
    .version(packageInfo.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  for (const add of COMMANDS) {
    add(program, terminal, (result) => {
      code = result;
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return exitCodeOf(error, terminal);
  }
}

function exitCodeOf(error: unknown, terminal: Terminal): ExitCode {
  // Commander has reported the mistake by itself. A request for help or the version has exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
  if (error instanceof ConfigError) {
    terminal.err(`The configuration cannot be used:\n${error.message.replace(/^/gm, '  ')}`);
    return EXIT.wrongUsage;
  }
  terminal.err(`portcullis: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.failed;
}
