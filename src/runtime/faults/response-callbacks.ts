import type { ConnectionFaults } from './connection-faults.ts';

type Faults = Pick<ConnectionFaults, 'caught'>;

interface Closable {
  close(): unknown;
}

/** Calls `run` when the connection of a response is gone. What it throws is logged: there is nothing left to close. */
export function whenAborted(
  res: { onAborted(run: () => void): unknown },
  faults: Faults,
  run: () => void,
): void {
  res.onAborted(() => {
    try {
      run();
    } catch (error) {
      faults.caught(error, nothing);
    }
  });
}

/** Calls `take` with each piece of a body; what it throws closes the connection. */
export function whenReceived(
  res: Closable & { onData(take: (piece: ArrayBuffer, isLast: boolean) => void): unknown },
  faults: Faults,
  take: (piece: ArrayBuffer, isLast: boolean) => void,
): void {
  res.onData((piece, isLast) => {
    try {
      take(piece, isLast);
    } catch (error) {
      faults.caught(error, () => res.close());
    }
  });
}

/**
 * Calls `write` when a blocked connection takes bytes again; what it throws closes the connection, in the next turn of the
 * event loop: uWebSockets.js still uses the socket after this callback.
 */
export function whenWritable(
  res: Closable & { onWritable(write: (offset: number) => boolean): unknown },
  faults: Faults,
  write: (offset: number) => boolean,
): void {
  res.onWritable((offset) => {
    try {
      return write(offset);
    } catch (error) {
      faults.caught(error, () => setImmediate(closeIfOpen, res));
      return false;
    }
  });
}

function closeIfOpen(res: Closable): void {
  try {
    res.close();
  } catch {
    // It is gone by now.
  }
}

function nothing(): void {}
