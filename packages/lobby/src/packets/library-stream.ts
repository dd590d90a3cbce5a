import type { ServerClient } from 'minecraft-protocol';
import { PacketReader, type PacketReaderDeps } from './packet-reader.ts';

type TakePiece = (piece: Buffer, encoding: string, done: (error?: Error) => void) => void;

/** What a stream calls for each piece that arrives. */
const TAKE = '_transform';

/**
 * Reads the packets of this client by our own reader. It stands in the place of the library's frame reader, the first stream
 * behind the socket and behind encryption, and hands the streams that follow nothing. Errors of reading go to the
 * connection that they are of.
 */
export function readPackets(client: ServerClient, deps: PacketReaderDeps): void {
  const splitter: unknown = Reflect.get(client, 'splitter');
  if (typeof splitter !== 'object' || splitter === null || !(TAKE in splitter)) {
    throw new TypeError('the protocol library has no frame reader where it had one');
  }
  const reader = new PacketReader(client, deps);
  const take: TakePiece = (piece, _encoding, done) => {
    try {
      reader.read(piece);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  Reflect.set(splitter, TAKE, take);
}
