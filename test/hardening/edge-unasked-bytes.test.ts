import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { writeFrame, writeString } from '../../src/platform/edge/protocol/frame.ts';
import { type EdgeFixture, openEdgeFixture, settled } from '../platform/edge/edge-fixture.ts';
import { GameClient, handshake, loginBytes, MODERN } from '../platform/edge/game-client.ts';

const PIECE = Buffer.alloc(1024 * 1024);
/** Far more than the kernel holds of a connection that nobody reads. */
const PIECES = 256;
const MAX_READ_BYTES = 1024 * 1024;
const PING = writeFrame(1, Buffer.alloc(8));
const REFUSED = writeFrame(0, writeString('{"text":"Failed to verify username!"}'));

/** A client of the edge that does not end when the edge does, and the edge's end of its connection. */
async function connected(fixture: EdgeFixture): Promise<{ client: GameClient; atEdge: Socket }> {
  const accepted: Socket[] = [];
  const note = (message: unknown): void => {
    const socket = typeof message === 'object' && message !== null && 'socket' in message && message.socket;
    if (socket instanceof Socket) accepted.push(socket);
  };
  subscribe('net.server.socket', note);
  onTestFinished(() => void unsubscribe('net.server.socket', note));
  const client = fixture.connect();
  client.socket.removeAllListeners('end');
  await once(client.socket, 'connect');
  const isOfClient = ({ remotePort }: Socket): boolean => remotePort === client.socket.localPort;
  await settled(() => accepted.some(isOfClient), fixture);
  const [atEdge = new Socket()] = accepted.filter(isOfClient);
  return { client, atEdge };
}

/** Sends all pieces, as fast as they are taken, or until the connection is closed. */
async function sendOn({ socket }: GameClient): Promise<void> {
  for (let sent = 0; sent < PIECES && !socket.destroyed; sent += 1) {
    await new Promise((resolve) => socket.write(PIECE, resolve));
  }
  socket.destroy();
}

/** What the edge has read of a client that sends without end, by the time it reads no more. */
async function readOf(client: GameClient, atEdge: Socket, fixture: EdgeFixture): Promise<number> {
  const over = Promise.race([once(atEdge, 'pause'), once(atEdge, 'close')]);
  const sent = sendOn(client);
  await over;
  await settled(() => atEdge.destroyed, fixture, 500);
  await sent;
  return atEdge.bytesRead;
}

it.each([
  ['was shown the server list', [handshake(MODERN, 1), writeFrame(0), PING], PING.length],
  ['was refused', [loginBytes({ name: 'no name' })], 10],
  ['asked as clients before 1.7 do', [Buffer.from([0xfe, 0x01])], 10],
])('of what a client sends on after it %s little is read', async (_, first, answerBytes) => {
  const fixture = await openEdgeFixture();
  const { client, atEdge } = await connected(fixture);
  client.send(...first);
  await client.receive(answerBytes);
  expect(await readOf(client, atEdge, fixture)).toBeLessThan(MAX_READ_BYTES);
});

it('nor of what a client sends on after its server closed the connection', async () => {
  const fixture = await openEdgeFixture();
  const { client, atEdge } = await connected(fixture);
  client.send(loginBytes());
  const upstream = await fixture.upstream.next();
  upstream.socket.end(REFUSED);
  await client.receive(REFUSED.length);
  upstream.socket.destroy();
  await upstream.closed;
  expect(await readOf(client, atEdge, fixture)).toBeLessThan(MAX_READ_BYTES);
});

it('a client that has sent more than is read still reads why it was refused', async () => {
  const fixture = await openEdgeFixture();
  const { client, atEdge } = await connected(fixture);
  client.socket.pause();
  const answered = once(atEdge, 'finish');
  client.send(loginBytes({ name: 'no name' }));
  await answered;
  const readNoFurther = once(atEdge, 'pause');
  client.send(PIECE);
  await readNoFurther;
  client.socket.resume();
  expect(await client.refusal()).toBe('Not a name.');
});
