import type { ServerClient } from 'minecraft-protocol';

interface Splitter {
  _transform(chunk: Buffer, encoding: string, done: (error?: Error) => void): void;
}

/**
 * Hands errors of the library's frame reader to the connection it reads for. It throws for a frame of negative length,
 * inside the socket's own event: without this five bytes from anybody would end the process.
 */
export function guardFrames(client: ServerClient): void {
  const splitter: unknown = Reflect.get(client, 'splitter');
  if (!isSplitter(splitter)) throw new TypeError('the protocol library has no frame reader where it had one');
  const read = splitter._transform.bind(splitter);
  splitter._transform = (chunk, encoding, done) => {
    try {
      read(chunk, encoding, done);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function isSplitter(value: unknown): value is Splitter {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, '_transform') === 'function'
  );
}
