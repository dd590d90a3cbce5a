import type { Server, Socket } from 'node:net';
import { beginsProxyHeader, readProxyHeader } from '../../../../src/platform/edge/protocol/proxy-header.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';

const WITHIN_MS = 5_000;

/**
 * Makes every connection begin with a PROXY header (PROTOCOLS §3), as the edge and load balancers write it, before who
 * listened for connections hears of it. `note` is told whom it names. Connections without one are closed: no packet of
 * the game may be taken for the word of a proxy, nor the other way round.
 */
export function expectProxyHeaders(server: Server, note: (socket: Socket, ip: string) => void): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    readHeader(socket, (ip) => {
      note(socket, ip);
      for (const listener of listeners) listener.call(server, socket);
    });
  });
}

function readHeader(socket: Socket, done: (ip: string) => void): void {
  let read = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), WITHIN_MS);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off('data', onData);
    socket.off('close', stop);
    socket.off('error', ignore);
  };
  const onData = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk]);
    const header = headerOf(read);
    if (header === undefined) return;
    stop();
    if (header === null) {
      socket.destroy();
      return;
    }
    socket.pause();
    done(header.route?.source.ip ?? '');
    if (header.end < read.length) socket.unshift(read.subarray(header.end));
    socket.resume();
  };
  socket.on('data', onData);
  socket.on('close', stop);
  socket.on('error', ignore);
}

/** Null for what is no header. */
function headerOf(bytes: Buffer): ReturnType<typeof readProxyHeader> | null {
  const isHeader = beginsProxyHeader(bytes);
  if (isHeader !== true) return isHeader === false ? null : undefined;
  try {
    return readProxyHeader(bytes);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** A `close` follows. */
function ignore(): void {}
