import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { Answer } from '../http/answer.ts';
import { problem } from '../http/problem.ts';

/** Where the coordinator serves the agent for proxies (issue 12). */
export const AGENT_JAR_PATH = '/agents/portcullis-proxy.jar';
const FROM_SOURCES = join(import.meta.dirname, '../../../agents/dist/portcullis-proxy.jar');
/** A package has the program itself in `dist`. */
const FROM_PACKAGE = join(import.meta.dirname, '../../../../agents/dist/portcullis-proxy.jar');
const BUILT = existsSync(FROM_SOURCES) ? FROM_SOURCES : FROM_PACKAGE;

/** Not cached without asking: after an update of the coordinator the agent is another one. */
const CACHE = 'no-cache';

/**
 * The agent for proxies that `npm run agents` makes, read once at the start, and its SHA-256. Nothing in it is secret, so that a
 * proxy's machine can load it without a token.
 */
export class AgentJar {
  readonly #answers: ReadonlyMap<string, Answer>;

  constructor(file: string = BUILT) {
    this.#answers = new Map(existsSync(file) ? answersOf(readFileSync(file)) : unbuilt());
  }

  /** Undefined for every other path. */
  at(url: string): Answer | undefined {
    return this.#answers.get(url);
  }
}

function answersOf(jar: Buffer): [string, Answer][] {
  const hash = createHash('sha256').update(jar).digest('hex');
  const etag = `"${hash.slice(0, 32)}"`;
  const shared = { status: 200, cache: CACHE };
  return [
    [
      AGENT_JAR_PATH,
      {
        ...shared,
        type: 'application/java-archive',
        body: jar,
        etag,
        headers: [['Content-Disposition', 'attachment; filename="portcullis-proxy.jar"']],
      },
    ],
    [
      `${AGENT_JAR_PATH}.sha256`,
      {
        ...shared,
        type: 'text/plain; charset=utf-8',
        body: `${hash}  portcullis-proxy.jar\n`,
        etag: `"s${etag.slice(1)}`,
      },
    ],
  ];
}

function unbuilt(): [string, Answer][] {
  const detail = 'The agent is not built here: `npm run agents` makes it, then restart the coordinator';
  const answer = problem(new AppError('route_not_found', detail));
  return [AGENT_JAR_PATH, `${AGENT_JAR_PATH}.sha256`].map((path) => [path, answer]);
}
