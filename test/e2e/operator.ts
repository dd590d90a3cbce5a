import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { Inbox } from './inbox.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventReader {
  readonly inbox: Inbox<StreamEvent>;
  /** The first event of this type whose data contain all of these. */
  next(event: string, data?: Readonly<Record<string, unknown>>): Promise<StreamEvent>;
  close(): void;
}

export interface OperatorOptions {
  /** The certificate authority of the server. */
  readonly ca?: string;
  /** The local address that requests are sent from. */
  readonly localAddress?: string;
}

type Headers = Readonly<Record<string, string>>;

/** Reads `api_key` and `channel.secret` from a data folder. */
export async function secretsOf(dataFolder: string): Promise<{ apiKey: string; channelSecret: string }> {
  const config = await readFile(join(dataFolder, 'config.yml'), 'utf8');
  const apiKey = /^api_key: "(.*)"$/m.exec(config)?.[1];
  const channelSecret = /^ {2}secret: "(.*)"$/m.exec(config)?.[1];
  if (apiKey === undefined || channelSecret === undefined) throw new Error('config.yml has no secrets');
  return { apiKey, channelSecret };
}

/** A client with the API key of a coordinator, which it knows only by its address. */
export class Operator {
  readonly #url: string;
  readonly #apiKey: string;
  readonly #options: OperatorOptions;

  constructor(url: string, apiKey: string, options: OperatorOptions = {}) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#options = options;
  }

  /** Sends one request on a connection of its own; a body is sent as JSON. */
  async ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Reply> {
    const response = await this.#send(method, path, body, headers);
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const isZipped = response.headers['content-encoding'] === 'gzip';
    const text = (isZipped ? gunzipSync(bytes) : bytes).toString();
    const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== '';
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status: response.statusCode ?? 0, headers: response.headers, text, json };
  }

  /** The body of a `GET` that must succeed. */
  async read<T>(path: string): Promise<T> {
    const { status, text, json } = await this.ask('GET', path);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${text}`);
    return json as T;
  }

  /** A figure of `/metrics`, with its labels, as in `actors{kind="player"}`; 0 when absent. */
  async figure(name: string): Promise<number> {
    const { text } = await this.ask('GET', '/metrics');
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  }

  /** Opens an event stream and resolves with it. It is closed when the test ends. */
  async follow(path: string, headers: Headers = {}): Promise<EventReader> {
    const response = await this.#send('GET', path, undefined, headers);
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`);
    const inbox = new Inbox<StreamEvent>(`the stream ${path}`);
    const opened = new Inbox<string>(`the stream ${path}`);
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        opened.put(block);
        if (/^event: /m.test(block)) inbox.put(eventOf(block));
      }
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      opened.end();
      inbox.end();
    });
    onTestFinished(() => void response.destroy());
    await opened.first(() => true);
    return {
      inbox,
      next: (event, data = {}) =>
        inbox.first(
          (come) =>
            come.event === event && Object.entries(data).every(([key, value]) => come.data[key] === value),
        ),
      close: () => void response.destroy(),
    };
  }

  #send(method: string, path: string, body: unknown, headers: Headers): Promise<IncomingMessage> {
    const { ca, localAddress } = this.#options;
    const url = new URL(path, this.#url);
    const send = url.protocol === 'https:' ? requestSecurely : request;
    const options = {
      method,
      agent: false,
      headers: {
        ...(this.#apiKey === '' ? {} : { Authorization: `Bearer ${this.#apiKey}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(ca === undefined ? {} : { ca }),
      ...(localAddress === undefined ? {} : { localAddress }),
    };
    return new Promise((resolve, reject) => {
      const call = send(url, options, resolve);
      call.on('error', reject);
      // For the head only, because a stream may be quiet for long.
      const limit = setTimeout(() => call.destroy(new Error(`${method} ${path} got no answer`)), 30_000);
      call.on('response', () => clearTimeout(limit));
      call.on('close', () => clearTimeout(limit));
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

function eventOf(block: string): StreamEvent {
  const lines = block.split('\n');
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return { id: Number(field('id')), event: field('event'), data: JSON.parse(field('data')) };
}
