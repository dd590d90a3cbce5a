import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '../../domain/errors.ts';

const MAX_BYTES = 64 * 1024;
/** Node hands over each chunk by itself; 64 KiB come in some pieces. */
const MAX_PIECES = 256;

/**
 * The body of a request as text. Rejects with 413, or when the connection ends before the body does. The pieces are not
 * kept: each holds on to everything that was read with it.
 */
export function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new StringDecoder('utf8');
    let text = '';
    let size = 0;
    let pieces = 0;
    const refuse = (error: Error): void => {
      request.off('data', add);
      text = '';
      reject(error);
    };
    const add = guarded(refuse, (piece: Buffer) => {
      size += piece.length;
      pieces += 1;
      if (size > MAX_BYTES)
        refuse(new AppError('body_too_large', `A body of at most ${MAX_BYTES} bytes is allowed here`));
      else if (pieces > MAX_PIECES)
        refuse(new AppError('body_too_large', `The body comes in more than ${MAX_PIECES} chunks`));
      else text += decoder.write(piece);
    });
    const end = guarded(refuse, () => resolve(text + decoder.end()));
    const fail = guarded(refuse, refuse);
    const close = guarded(refuse, () => refuse(new Error('The connection ended within the body')));
    request.on('data', add);
    request.once('end', end);
    request.once('error', fail);
    request.once('close', close);
  });
}

/** An error of a callback is one of this request. */
function guarded<A extends readonly unknown[]>(
  refuse: (error: Error) => void,
  run: (...given: A) => void,
): (...given: A) => void {
  return (...given) => {
    try {
      run(...given);
    } catch (error) {
      refuse(error instanceof Error ? error : new Error(String(error)));
    }
  };
}
