#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { EventEmitter, once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import packageInfo from '../../../package.json' with { type: 'json' };
import { systemClock } from '../../../src/runtime/clock.ts';
import { EXIT, type ExitCode } from '../../../src/commands/process/exit-code.ts';
import { openLog, standardOutput } from '../../../src/commands/process/log.ts';
import { closeInTime, endOnUnhandled, stopSignal } from '../../../src/commands/process/stop-signal.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { redactor } from '../../../src/config/redaction.ts';
import { loadLobbyConfig } from './config/load-lobby-config.ts';
import { LOBBY_TABLE } from './config/lobby-keys.ts';
import { openLobby } from './lobby.ts';

const USAGE =
  'Usage: portcullis-lobby [--data <folder>]   the folder of its config.yml; default: ./data/lobby';

async function run(dataFolder: string): Promise<ExitCode> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const { settings, warnings } = await loadLobbyConfig(dataFolder, process.env);
  const logger = openLog({
    level: settings['log.level'],
    redact: redactor(settings, settings['forwarding.tokens'], LOBBY_TABLE),
    destination: standardOutput(process.stdout.isTTY),
  });
  endOnUnhandled(logger);
  for (const warning of warnings) logger.warn({ event: 'config.warning', warning });
  const stopping = stopSignal(logger);
  const restart = new EventEmitter();
  const restarting = once(restart, 'restart');
  const lobby = await openLobby({
    settings,
    version: packageInfo.version,
    restart: () => restart.emit('restart'),
    clock: systemClock,
    logger,
    random: Math.random,
  });
  logger.info({ event: 'lobby.ready', server: settings['server.name'], port: lobby.port });
  await Promise.race([stopping, restarting]);
  return closeInTime(() => lobby.close(), logger);
}

function readDataFolder(): string | undefined {
  try {
    return parseArgs({ options: { data: { type: 'string', default: './data/lobby' } } }).values.data;
  } catch {
    return undefined;
  }
}

async function main(): Promise<ExitCode> {
  const dataFolder = readDataFolder();
  if (dataFolder === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return EXIT.wrongUsage;
  }
  try {
    return await run(dataFolder);
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`The configuration cannot be used:\n${error.message.replace(/^/gm, '  ')}\n`);
      return EXIT.wrongUsage;
    }
    process.stderr.write(`portcullis-lobby: ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.failed;
  }
}

process.exit(await main());
