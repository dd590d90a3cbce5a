import type { Server, Socket } from 'node:net';
import { beginsProxyHeader, readProxyHeader } from '../../../../src/platform/edge/protocol/proxy-header.ts';
import { WireError } from '../../../../src/platform/edge/protocol/wire-reader.ts';

const HEADER_WITHIN_MS = 5_000;

/**
 * Reads a PROXY header (docs/game-protocols.md "PROXY header") from every connection before the server's own listeners
 * get it, and calls `note` with the address in it. Connections without a header are closed, so that a packet of the game
 * is never taken for a header, nor a header for a packet.
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
  const timer = setTimeout(() => socket.destroy(), HEADER_WITHIN_MS);
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

/** Null for bytes that are no header, undefined while it is not complete. */
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

/** `close` follows every error. */
function ignore(): void {}
