import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_TEXTS } from '../../channel/protocol/host-messages.ts';
import { AppError, type ErrorCode, ERRORS } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import { anyUuid } from '../../domain/fields/network-fields.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';
import type { RenderedPiece } from '../placeholders/placeholders.ts';
import type { FairTurns, Work } from './fair-turns.ts';
import { bodyOf } from './request-body.ts';

/** Lists and fills placeholders, at once and without a request, piece by piece. */
export interface PlaceholderService {
  /** Every placeholder, what it shows, and its value for this player; null where it needs the name of a server. */
  list(player: Uuid | null): readonly ListedPlaceholder[];
  render(player: Uuid | null, text: string): Iterable<RenderedPiece>;
}

interface ListedPlaceholder {
  readonly placeholder: string;
  readonly description: string;
  readonly value: string | null;
}

/** Of one request: what 64 texts need, and not what a body full of the longest one would grow to. */
const MAX_PLACEHOLDERS = 1_000;
const MAX_CHARACTERS = 128 * 1_024;

const renderBody = f.object({
  player: f.optional(f.nullable(anyUuid)),
  texts: f.array(f.string({ max: 4_096 }), MAX_TEXTS),
});

/** `GET /placeholders?player=<uuid>` and `POST /placeholders/render` with `{player?, texts}`, answered in turn. */
export async function answerPlaceholders(
  request: IncomingMessage,
  response: ServerResponse,
  service: PlaceholderService,
  turns: FairTurns,
): Promise<void> {
  try {
    const work = await workOf(request, service);
    await turns.run(answering(response, work), () => response.destroyed);
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal_error');
    const { code, status, message: detail, facts } = known;
    const title = ERRORS[code][1];
    const allow = facts.allow === undefined ? {} : { Allow: facts.allow.join(', ') };
    // The rest of a body that was not read would be taken for the next request.
    const headers = { ...allow, Connection: 'close' };
    const problem = { type: 'about:blank', title, status, detail, code, errors: facts.issues };
    send(response, status, 'application/problem+json', problem, headers);
  }
}

/** What is left to do for an answer. Rejects when there is none. */
async function workOf(request: IncomingMessage, service: PlaceholderService): Promise<Work<unknown>> {
  // Not as a URL: `//` is none, and `//host/placeholders` would be the path of another one.
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const [path, query] = target.split('?', 2);
  if (path === '/placeholders') {
    allow(request, ['GET', 'HEAD']);
    return listing(service, playerIn(query));
  }
  if (path !== '/placeholders/render') throw new AppError('route_not_found');
  allow(request, ['POST']);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  return rendering(service, await bodyOf(request));
}

/** Sends what the work comes to, in a turn too: a hundred long answers at once would hold up everybody else. */
function* answering(response: ServerResponse, work: Work<unknown>): Work<void> {
  const body = yield* work;
  yield;
  send(response, 200, 'application/json', body);
}

// oxlint-disable-next-line require-yield
function* listing(service: PlaceholderService, player: Uuid | null): Work<unknown> {
  return { placeholders: service.list(player) };
}

function* rendering(service: PlaceholderService, body: string): Work<unknown> {
  const checked = f.check(renderBody, parsed(body));
  if (!checked.ok) throw new AppError('invalid_body', ERRORS.invalid_body[1], { issues: checked.issues });
  const { player, texts } = checked.value;
  const uuid = parseUuid(player ?? '') ?? null;
  const rendered: string[] = [];
  let placeholders = 0;
  let characters = 0;
  for (const text of texts) {
    let filled = '';
    for (const piece of service.render(uuid, text)) {
      filled += piece.rendered;
      characters += piece.rendered.length;
      if (piece.isPlaceholder) placeholders += 1;
      if (placeholders > MAX_PLACEHOLDERS) throw tooMuch(`more than ${MAX_PLACEHOLDERS} placeholders`);
      if (characters > MAX_CHARACTERS) throw tooMuch(`more than ${MAX_CHARACTERS} characters once filled`);
      yield;
    }
    rendered.push(filled);
  }
  return { texts: rendered };
}

function tooMuch(what: string): AppError {
  return new AppError('body_too_large', `The texts have ${what}; ask for fewer at once`);
}

function allow({ method = 'GET' }: IncomingMessage, methods: readonly string[]): void {
  if (!methods.includes(method)) throw new AppError('method_not_allowed', undefined, { allow: methods });
}

function playerIn(query: string | undefined): Uuid | null {
  const given = new URLSearchParams(query).get('player');
  if (given === null) return null;
  const uuid = parseUuid(given);
  if (uuid === undefined) throw new AppError('malformed_parameter', 'player must be a UUID');
  return uuid;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json' satisfies ErrorCode);
  }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : JSON.stringify(body));
}
