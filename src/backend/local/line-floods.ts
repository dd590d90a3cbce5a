import type { Socket } from 'node:net';

/** In what is read at once, 64 KiB at most. A request of a plugin has ten lines, and its body a line for each of 64 texts. */
const MAX_LINES = 256;
const LINE_FEED = 0x0a;

/**
 * Closes a connection that sends a flood of lines, before the parser has seen it. Each line is a chunk of a body, or a
 * part of a request of three lines: the parser hands over each by itself, ten thousand in a row without a turn of the
 * event loop between.
 */
export function refuseLineFloods(socket: Socket): void {
  socket.prependListener('data', eraseFlood);
}

/** What follows is no HTTP. */
export function takeAnyLines(socket: Socket): void {
  socket.off('data', eraseFlood);
}

function eraseFlood(this: Socket, read: Buffer): void {
  let at = -1;
  for (let lines = 0; lines <= MAX_LINES; lines += 1) {
    at = read.indexOf(LINE_FEED, at + 1);
    if (at < 0) return;
  }
  this.destroy();
  // The parser is called with it all the same, and stops at the first of these.
  read.fill(0);
}
