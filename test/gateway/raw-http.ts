import { connect } from 'node:net';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { check } from '../../src/domain/fields/field.ts';
import { problemField } from '../../src/gateway/http/problem.ts';
import { API_KEY } from './gateway-fixture.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
  /** `code` of a problem; empty otherwise. */
  readonly code: string;
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with its media type; a string is sent unchanged. */
  readonly body?: unknown;
  /** The bearer token: the API key when left out, no header when empty. */
  readonly bearer?: string;
}

const agent = new Agent({ keepAlive: false });

/** Sends one request on a connection of its own, and checks that every error is a problem document. */
export function ask(port: number, method: string, path: string, given: Ask = {}): Promise<Reply> {
  const { bearer = API_KEY, body } = given;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const headers: Record<string, string> = {
    ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
    ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
    ...given.headers,
  };
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      let received = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        received += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve(replyOf(response.statusCode ?? 0, response.headers, received)));
    });
    call.on('error', reject);
    call.setTimeout(15_000, () => call.destroy(new Error(`${method} ${path} got no answer`)));
    call.end(text);
  });
}

function replyOf(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  const type = headers['content-type'] ?? '';
  const json: unknown = type.includes('json') && text !== '' ? JSON.parse(text) : undefined;
  if (type !== 'application/problem+json' || json === undefined)
    return { status, headers, text, json, code: '' };
  const checked = check(problemField, json);
  if (!checked.ok) throw new Error(`not a problem: ${text}: ${JSON.stringify(checked.issues)}`);
  if (checked.value.status !== status) throw new Error(`status ${status} says ${text}`);
  return { status, headers, text, json, code: checked.value.code };
}

/** Sends raw bytes and returns what is received until `done` returns true or the peer closes. */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  done: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(15_000, () => {
      reject(new Error(`no answer; so far ${received}`));
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (!done(received)) return;
      resolve(received);
      socket.destroy();
    });
    // A peer may close while we still write; the received bytes count.
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
    socket.write(bytes);
  });
}

/** Sends bytes and resets the connection. */
export function hangUp(port: number, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.write(bytes, () => socket.resetAndDestroy());
  });
}
