import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const START_LIMIT_MS = 45_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The lines of its log, from standard output. */
  readonly log: readonly LogLine[];
  /** Standard output, unparsed. */
  readonly output: string;
  readonly errors: string;
}

export type LogLine = { readonly event: string; readonly [field: string]: unknown };

/** A running coordinator. */
export interface CoordinatorProcess {
  /** As in http://127.0.0.1:40123. */
  readonly url: string;
  /** The password of the first start in a folder. */
  readonly password: string | undefined;
  readonly pid: number;
  /** Standard error so far. */
  readonly errors: () => string;
  /** The first line of the log with this event, already logged or later. */
  logged(event: string): Promise<LogLine>;
  /** Sends a signal and waits until the process ends. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

/** An edge in a process of its own. */
export type EdgeProcess = Pick<CoordinatorProcess, 'errors' | 'logged' | 'end'> & {
  /** Where game clients connect. */
  readonly port: number;
};

/** A process in the backend role. */
export type BackendProcess = Pick<CoordinatorProcess, 'errors' | 'logged' | 'end'> & {
  /** The address for plugins of this machine. */
  readonly local: string;
};

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: 'proxy' | 'demo';
  /** Whether a demo bans, befriends and restarts by itself. */
  readonly examples?: boolean;
  /** Further arguments of the command line. */
  readonly options?: readonly string[];
  /** A free port when left out. */
  readonly listen?: string;
  /** The file that is run; `src/main.ts` when left out. */
  readonly main?: string;
  /** Starts it through a shell, as npm runs scripts; signals then go to the shell. */
  readonly underShell?: boolean;
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ended: Promise<Ended>;
  readonly errors: () => string;
  readonly onLine: (listener: (line: string) => void) => void;
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { underShell = false, main = MAIN }: Pick<StartOptions, 'underShell' | 'main'> = {},
): Running {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', main, ...args];
  // As npm does; with a second command the shell cannot replace itself by the first.
  const shell = ['/bin/sh', '-c', `${command.map((word) => `'${word}'`).join(' ')}; exit $?`];
  const [file = '', ...rest] = underShell ? shell : command;
  const child = spawn(file, rest, {
    env: {
      PATH: process.env['PATH'],
      PORTCULLIS_EDGE_LISTEN: 'off',
      // No test reaches the network.
      PORTCULLIS_EDGE_ACCOUNTS_URL: 'off',
      ...(underShell ? { npm_lifecycle_event: 'start' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    const log = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
    return {
      code: code as number | null,
      signal: signal as Ended['signal'],
      log,
      output: lines.join('\n'),
      errors,
    };
  });
  return {
    child,
    lines,
    ended,
    errors: () => errors,
    onLine: (listener) => void reader.on('line', listener),
  };
}

/** Runs the command line to its end. After 60 s the process is killed, and its code is null. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { child, ended } = run(args, env);
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  return ended.finally(() => clearTimeout(limit));
}

/** Starts the command line and waits for nothing. The caller must end it. */
export function begin(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Pick<CoordinatorProcess, 'errors' | 'logged' | 'end'> {
  return handleOf(run(args, env));
}

/** Starts a coordinator and waits for nothing. The caller must end it. */
export function launchCoordinator(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Pick<CoordinatorProcess, 'pid' | 'logged' | 'end'> {
  return handleOf(run(['proxy', '--data', dataFolder, '--listen', '127.0.0.1:0'], env));
}

/** Starts a coordinator on a free port and waits until it is ready. The caller must end it. */
export async function startCoordinator(
  dataFolder: string,
  {
    env = {},
    command = 'proxy',
    examples = false,
    options = [],
    listen = '127.0.0.1:0',
    underShell,
    main,
  }: StartOptions = {},
): Promise<CoordinatorProcess> {
  const quiet = command === 'demo' && !examples ? ['--no-examples'] : [];
  const args = [command, '--data', dataFolder, '--listen', listen, ...quiet, ...options];
  const running = run(args, env, {
    ...(underShell === undefined ? {} : { underShell }),
    ...(main === undefined ? {} : { main }),
  });
  const { url } = await readyLine(running, 'coordinator.ready');
  return { ...handleOf(running), url: String(url), password: await passwordOf(running) };
}

/** Starts an edge for a coordinator on a free port and waits until it listens. The caller must end it. */
export async function startEdge(
  dataFolder: string,
  coordinator: { readonly url: string; readonly secret: string },
  env: Readonly<Record<string, string>> = {},
  { name = 'edge-1', listen = '127.0.0.1:0' }: { readonly name?: string; readonly listen?: string } = {},
): Promise<EdgeProcess> {
  const { url, secret } = coordinator;
  const options = ['--name', name, '--url', url, '--secret', secret, '--listen', listen];
  const running = run(['edge', '--data', dataFolder, ...options], env);
  const { port } = await readyLine(running, 'edge.ready');
  return { ...handleOf(running), port: Number(port) };
}

/** Starts the backend role and waits until it is ready. The caller must end it. */
export async function startBackend(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<BackendProcess> {
  const running = run(['backend', '--data', dataFolder], env);
  const { local } = await readyLine(running, 'backend.ready');
  return { ...handleOf(running), local: String(local) };
}

function handleOf(running: Running) {
  const { child, ended, errors } = running;
  return {
    pid: child.pid ?? 0,
    errors,
    logged: (event: string) => lineOf(running, event),
    end: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

async function readyLine(running: Running, event: string): Promise<LogLine> {
  const { child, ended } = running;
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  return Promise.race([lineOf(running, event), ended.then(neverReady)]).finally(() => clearTimeout(limit));
}

function lineOf({ lines, onLine }: Running, event: string): Promise<LogLine> {
  return new Promise((resolve) => {
    const look = (line: string): void => {
      const entry: LogLine = line.startsWith('{') ? JSON.parse(line) : { event: '' };
      if (entry.event === event) resolve(entry);
    };
    for (const line of lines) look(line);
    onLine(look);
  });
}

function neverReady({ code, output, errors }: Ended): never {
  throw new Error(`the process ended with ${String(code)} before it was ready:\n${output}\n${errors}`);
}

/** The text with the password follows the ready line, on standard error. */
async function passwordOf({ child, errors }: Running): Promise<string | undefined> {
  while (!errors().includes('API key')) await once(child.stderr ?? child, 'data');
  return /Password\s+(\S+)/.exec(errors())?.[1];
}
