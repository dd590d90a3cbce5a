import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, openLocalServer } from '../../src/backend/local/local-server.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { KeptLog } from '../channel/channel-fixture.ts';

let local: LocalServer;
/** Pieces that were asked for; a text `*` has pieces without end. */
let pieces: number;
let sockets: Socket[];

function* renderPieces(_: unknown, text: string) {
  pieces += 1;
  if (text === 'wide') yield { rendered: 'x'.repeat(100_000), isPlaceholder: true };
  else if (text === '*') for (; ; pieces += 1) yield { rendered: '', isPlaceholder: false };
  else if (text === 'many') for (let at = 0; at < 999; at += 1) yield { rendered: '', isPlaceholder: true };
  else yield { rendered: text, isPlaceholder: true };
}

beforeEach(async () => {
  pieces = 0;
  sockets = [];
  local = await openLocalServer({
    listen: { host: '127.0.0.1', port: 0 },
    placeholders: { list: () => [], render: renderPieces },
    channel: undefined,
    clock: systemClock,
    logger: new KeptLog(),
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await local.close();
});

async function opened(): Promise<Socket> {
  const socket = connect(local.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Everything that the connection says until it is closed. */
async function saidBy(socket: Socket): Promise<string> {
  let said = '';
  socket.setEncoding('utf8').on('data', (part: string) => (said += part));
  await once(socket, 'close');
  return said;
}

const HEAD = 'POST /placeholders/render HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const LIST = 'GET /placeholders HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

function asking(texts: readonly string[]): string {
  const body = JSON.stringify({ texts });
  return `${HEAD}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function filled(texts: readonly string[]): Promise<Response> {
  return fetch(`http://127.0.0.1:${local.port}/placeholders/render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ texts }),
  });
}

describe('a program on the machine of the game server', () => {
  it('that sends a body in single bytes is closed before the parser has them', async () => {
    const socket = await opened();
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(5_000)}`);
    expect(await saidBy(socket)).toBe('');
    expect((await filled(['a'])).status).toBe(200);
  });

  it('that sends them one after the other is refused after a few hundred', async () => {
    const socket = await opened();
    const said = saidBy(socket);
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    for (let sent = 0; sent < 300; sent += 100) {
      socket.write('1\r\n \r\n'.repeat(100));
      await new Promise((resolve) => setImmediate(resolve));
      await filled(['a']);
    }
    expect(await said).toMatch(/^HTTP\/1\.1 413 .*"The body comes in more than 256 chunks"/s);
  });

  it('that asks on without waiting for the answer is closed', async () => {
    const socket = await opened();
    socket.write(LIST.repeat(3));
    expect(await saidBy(socket)).toBe('');
  });

  it('that asks for more placeholders than a screen has is refused', async () => {
    expect((await filled(['many', 'a'])).status).toBe(200);
    const refused = await filled(['many', 'a', 'a']);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain('more than 1000 placeholders');
  });

  it('whose answer would be far larger than what it asked is refused', async () => {
    expect((await filled(['wide'])).status).toBe(200);
    const refused = await filled(['wide', 'wide']);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain('more than 131072 characters');
  });

  it('that asks for what never ends holds up nobody, and nothing once it is gone', async () => {
    const endless = await Promise.all(Array.from({ length: 20 }, opened));
    for (const socket of endless) socket.write(asking(['*']));
    for (let asked = 0; asked < 5; asked += 1) expect((await filled(['a'])).status).toBe(200);
    expect(pieces).toBeGreaterThan(20);
    for (const socket of endless) socket.destroy();
    // What one more request adds is its own piece, once nobody else is served.
    let added = 0;
    while (added !== 1) {
      const before = pieces;
      await filled(['a']);
      added = pieces - before;
    }
  });
});

it('a plugin that waits for each answer keeps its connection', async () => {
  const socket = await opened();
  socket.setEncoding('utf8');
  for (let asked = 0; asked < 3; asked += 1) {
    socket.write(asking(Array.from({ length: 64 }, () => 'a')));
    expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 200 ');
  }
});
