import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { App } from 'uWebSockets.js';
import { expect, onTestFinished, test } from 'vitest';
import { Compressor } from '../../src/gateway/compressor.ts';
import { attachRoute } from '../../src/gateway/dispatch.ts';
import type { RequestDeps } from '../../src/gateway/exchange.ts';
import { readAddressesVia } from '../../src/gateway/http/client-address.ts';
import { Cors } from '../../src/gateway/http/cors.ts';
import { RequestTurns } from '../../src/gateway/http/request-turns.ts';
import { Turns } from '../../src/gateway/http/send-pieces.ts';
import { listenOn } from '../../src/gateway/listen.ts';
import { RouteFigures } from '../../src/gateway/operations/request-figures.ts';
import { ConnectionFaults } from '../../src/runtime/faults/connection-faults.ts';
import { route } from '../../src/gateway/route.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { RunningClock } from '../fixtures/test-clock.ts';
import { PLENTY_OF_PLACES } from './plenty-of-places.ts';

test('a handler that waits is told when its client goes away', async () => {
  const steps = new EventEmitter();
  const [begun, gone] = [once(steps, 'begun'), once(steps, 'gone')];
  const waiting = route<object>({
    method: 'POST',
    path: '/wait',
    summary: 'Waits for ever',
    access: 'public',
    reply: { status: 200, description: 'Never', body: null },
    handle({ caller }) {
      caller.gone = () => steps.emit('gone');
      steps.emit('begun');
      return new Promise(() => undefined);
    },
  });
  const clock = new RunningClock();
  const faults = new ConnectionFaults('gateway', { clock, logger: new KeptLog() });
  const deps = {
    faults,
    ...PLENTY_OF_PLACES,
    addresses: readAddressesVia([]),
    cors: new Cors([]),
    clock,
    compressor: new Compressor(clock),
    logger: new KeptLog(),
    onLoopback: true,
    turns: new Turns(),
    requestTurns: new RequestTurns(clock, faults),
    inFlight: new Set(),
  } as unknown as RequestDeps;
  const app = App();
  attachRoute(app, waiting, {}, new RouteFigures('POST', '/wait'), deps);
  const listening = await listenOn(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  const socket = connect(listening.port, '127.0.0.1');
  socket.write('POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await begun;
  expect(deps.inFlight.size).toBe(1);
  socket.destroy();
  await gone;
  expect(deps.inFlight.size).toBe(0);
});
