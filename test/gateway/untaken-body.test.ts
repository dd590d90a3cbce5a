import { once } from 'node:events';
import { connect } from 'node:net';
import { App, type HttpResponse } from 'uWebSockets.js';
import { expect, it, onTestFinished } from 'vitest';
import { listenOn } from '../../src/gateway/listen.ts';
import { closingFrame, dropBody } from '../../src/gateway/untaken-body.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { TestClock } from '../fixtures/test-clock.ts';

/** A client that has sent the half of a body; time stands still. */
async function halfSent(isCrowded: boolean) {
  const clock = new TestClock();
  const faults = new ConnectionFaults('gateway', { clock, logger: new KeptLog() });
  const app = App();
  const came = new Promise<void>((begun) => {
    app.get('/', (res: HttpResponse) => {
      const come = () => void res.end('come');
      dropBody(
        res,
        { clock, faults, connections: { isCrowded } },
        { come, isLate: () => void res.end('late') },
      );
      begun();
    });
  });
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  const socket = connect(listening.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{}');
  await came;
  const answer = once(socket, 'data').then(([bytes]) => String(bytes).slice(-4));
  return { clock, socket, answer };
}

it.each([
  ['a second', false, 1_000],
  ['a quarter of a second where places are few', true, 250],
])('the rest of a body that nobody takes is waited for for %s', async (_, isCrowded, wait) => {
  const { clock, answer } = await halfSent(isCrowded);
  await clock.advance(wait - 1);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  expect(clock.pending).toBe(0);
  expect(await answer).toBe('late');
});

it('a body that came has no time limit left', async () => {
  const { clock, socket, answer } = await halfSent(false);
  socket.write('{}');
  expect(await answer).toBe('come');
  expect(clock.pending).toBe(0);
});

it('nor has one whose client is gone', async () => {
  const { clock, socket, answer } = await halfSent(false);
  answer.catch(() => undefined);
  socket.destroy();
  await expect.poll(() => clock.pending).toBe(0);
});

it('nothing more of a refused body is read while places are few', () => {
  const clock = new TestClock();
  const frame = { head: false, ifNoneMatch: '', cors: [], encodings: [] };
  const closing = (isCrowded: boolean) => closingFrame({ clock, connections: { isCrowded } }, frame);
  expect(closing(false)).toEqual({ ...frame, closesBy: clock });
  expect(closing(true)).toEqual({ ...frame, isLast: true });
});
