import { connect } from 'node:net';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of clients that send these bytes and end at once; it says so in the shared memory, and afterwards how many of them
 * were sent anything.
 */
const { port, count, bytes, ended } = workerData;
const flag = new Int32Array(ended);

async function giveUp(): Promise<() => Promise<boolean>> {
  const socket = connect(port, '127.0.0.1');
  let isAnswered = false;
  socket.on('data', () => (isAnswered = true));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.end(bytes);
  await once(socket, 'finish');
  return async () => {
    await closed;
    return isAnswered;
  };
}

const clients = await Promise.all(Array.from({ length: count }, giveUp));
Atomics.store(flag, 0, 1);
Atomics.notify(flag, 0);
const answers = await Promise.all(clients.map((isAnswered) => isAnswered()));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answers.filter(Boolean).length);
