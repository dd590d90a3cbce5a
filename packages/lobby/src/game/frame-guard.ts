import type { ServerClient } from 'minecraft-protocol';

type ReadFrames = (chunk: Buffer, encoding: string, done: (error?: Error) => void) => void;

/** What the library's frame reader, a stream, is called for each piece that arrives. */
const READ = '_transform';

/**
 * Hands errors of the library's frame reader to the connection it reads for. It throws for a frame of negative length,
 * inside the socket's own event: without this five bytes from anybody would end the process.
 */
export function guardFrames(client: ServerClient): void {
  const splitter: unknown = Reflect.get(client, 'splitter');
  const read: unknown = isObject(splitter) ? Reflect.get(splitter, READ) : undefined;
  if (!isObject(splitter) || !isReader(read)) {
    throw new TypeError('the protocol library has no frame reader where it had one');
  }
  const guarded: ReadFrames = (chunk, encoding, done) => {
    try {
      read.call(splitter, chunk, encoding, done);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  Reflect.set(splitter, READ, guarded);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isReader(value: unknown): value is ReadFrames {
  return typeof value === 'function';
}
