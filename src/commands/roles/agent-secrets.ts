import { AgentSecrets } from '../../actors/services/agent-secrets.ts';
import { AgentSightings } from '../../actors/services/agent-sightings.ts';
import { FolderInUse, lockDataFolder } from '../../config/files/data-folder-lock.ts';
import { parseListenAddress } from '../../config/fields/listen-address.ts';
import { checkConfig } from '../../config/load-config.ts';
import { redactor } from '../../config/redaction.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { AppError } from '../../domain/errors.ts';
import { shellWord } from '../../domain/text/shell-word.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { ownHttpUrl } from '../http-url.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { openLog } from '../process/log.ts';
import type { Terminal } from '../process/terminal.ts';
import { reachStorage } from './reach-storage.ts';

/** The same command as a call of the API, given the coordinator's URL. */
export type ApiCall = (url: string) => string;

export interface AgentSecretsCommand {
  readonly dataFolder: string;
  readonly terminal: Terminal;
  /** How to do it while a coordinator has the embedded database. */
  readonly how: ApiCall;
}

/**
 * Works on the table of agents from a process of its own: on MySQL beside a running coordinator. The embedded database
 * belongs to one process; while that is the coordinator, the terminal is told which call of the API does the same.
 */
export async function withAgentSecrets(
  { dataFolder, terminal, how }: AgentSecretsCommand,
  work: (agents: AgentSecrets) => Promise<void>,
): Promise<ExitCode> {
  const { settings } = await checkConfig({ dataFolder, env: terminal.env });
  const isEmbedded = settings['storage.url'].startsWith('sqlite:');
  const write = (line: string): void => terminal.err(line.trimEnd());
  const logger = openLog({ level: 'warn', redact: redactor(settings), destination: { write } });
  let unlock: (() => void) | undefined;
  try {
    if (isEmbedded) unlock = lockDataFolder(dataFolder);
    await open(settings, dataFolder, logger, work);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof FolderInUse)) {
      if (!(error instanceof AppError)) throw error;
      terminal.err(`portcullis: ${error.message}`);
      return EXIT.failed;
    }
    const { host = '', port = 0 } = parseListenAddress(settings['gateway.listen']) ?? {};
    terminal.err('A running coordinator has the embedded database. Ask it instead:');
    terminal.err(`  ${how(ownHttpUrl(host, port))}`);
    terminal.err('The address is that of gateway.listen; if it was started with --listen, take that one.');
    return EXIT.failed;
  } finally {
    unlock?.();
  }
}

async function open(
  settings: Settings,
  dataFolder: string,
  logger: Logger,
  work: (agents: AgentSecrets) => Promise<void>,
): Promise<void> {
  const clock = systemClock;
  const storage = await reachStorage({ settings, dataFolder, logger, clock });
  try {
    const common = { store: storage.agents, clock, logger, random: Math.random };
    const agents = new AgentSecrets({ ...common, sightings: new AgentSightings(common) });
    await agents.reload();
    await work(agents);
  } finally {
    await storage.close();
  }
}

/**
 * The command line that makes this call, as a shell reads it; `path` is encoded as in a URL. The API key is left to the
 * reader's environment.
 */
export function apiCall(method: string, path: string, body?: object): ApiCall {
  const sent =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${shellWord(JSON.stringify(body))}`;
  return (url) => `curl -X ${method} ${shellWord(url + path)} -H "Authorization: Bearer $API_KEY"${sent}`;
}
