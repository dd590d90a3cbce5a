import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_TEXTS } from '../../channel/protocol/host-messages.ts';
import { AppError, type ErrorCode, ERRORS } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import { anyUuid } from '../../domain/fields/network-fields.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';

/** Lists and fills placeholders, at once and without a request. */
export interface PlaceholderService {
  /** Every placeholder, what it shows, and its value for this player; null where it needs the name of a server. */
  list(player: Uuid | null): readonly { placeholder: string; description: string; value: string | null }[];
  render(player: Uuid | null, text: string): string;
}

const MAX_BYTES = 64 * 1024;

const renderBody = f.object({
  player: f.optional(f.nullable(anyUuid)),
  texts: f.array(f.string({ max: 4_096 }), MAX_TEXTS),
});

/** `GET /placeholders?player=<uuid>` and `POST /placeholders/render` with `{player?, texts}`. */
export async function answerPlaceholders(
  request: IncomingMessage,
  response: ServerResponse,
  service: PlaceholderService,
): Promise<void> {
  try {
    send(response, 200, 'application/json', await answerOf(request, service));
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

async function answerOf(request: IncomingMessage, service: PlaceholderService): Promise<unknown> {
  // Not as a URL: `//` is none, and `//host/placeholders` would be the path of another one.
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const [path, query] = target.split('?', 2);
  if (path === '/placeholders') {
    allow(request, ['GET', 'HEAD']);
    return { placeholders: service.list(playerIn(query)) };
  }
  if (path !== '/placeholders/render') throw new AppError('route_not_found');
  allow(request, ['POST']);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  const checked = f.check(renderBody, parsed(await bodyOf(request)));
  if (!checked.ok) throw new AppError('invalid_body', ERRORS.invalid_body[1], { issues: checked.issues });
  const { player, texts } = checked.value;
  const uuid = parseUuid(player ?? '') ?? null;
  return { texts: texts.map((text) => service.render(uuid, text)) };
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BYTES) throw new AppError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
