import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { createEventLog } from '../../src/actors/models/event-log.ts';
import type { NetworkEvent } from '../../src/domain/network-event.ts';
import { API_KEY, coordinatorForTest } from '../gateway/gateway-fixture.ts';
import { ask } from '../gateway/raw-http.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

function proxyUpdate(motd: string): NetworkEvent {
  const data = {
    maintenance: false,
    motd,
    maintenanceMotd: '',
    preventJoin: false,
    onlinePlayers: 0,
    maxPlayers: 1,
    maintenanceBypass: [],
  };
  return { type: 'proxy_update', data };
}

const LARGE = proxyUpdate('x'.repeat(64 * 1024));
const SMALL = proxyUpdate('small');

/** Keeps only the end of what it reads, because there are tens of megabytes. */
class Follower {
  readonly socket: Socket;
  closed = false;
  #tail = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.write(
      `GET /api/proxy/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`,
    );
    this.socket.on('data', (bytes) => {
      this.#tail = (this.#tail + bytes.toString('latin1')).slice(-100_000);
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.closed = true;
    });
    onTestFinished(() => void this.socket.destroy());
  }

  async reads(id: number): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!this.#tail.includes(`id: ${id}\n`)) {
      if (Date.now() > deadline) throw new Error(`event ${id} never came: ${this.#tail.slice(-300)}`);
      await pause(5);
    }
  }
}

// uWebSockets.js closes a stalled socket only while nothing is written to it, and also a drained one without
// `onWritable` (docs/performance.md "Traps of uWebSockets.js"). Only real sockets and real seconds show this.
test('a stalled reader is closed within 20 s, one that drains in time stays, and neither delays a third', {
  timeout: 90_000,
}, async () => {
  const events = createEventLog(systemClock, silent);
  const coordinator = await coordinatorForTest();
  const gateway = await coordinator.openAnother({
    network: { ...coordinator.network, events },
    clock: systemClock,
  });
  onTestFinished(() => gateway.close());
  const figure = async (name: string): Promise<number> => {
    const { text } = await ask(gateway.port, 'GET', '/metrics');
    return Number(new RegExp(`^portcullis_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const becomes = async (name: string, value: number): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while ((await figure(name)) !== value) {
      if (Date.now() > deadline) throw new Error(`${name} never became ${value}`);
      await pause(20);
    }
  };
  const [dead, slow, quick] = [
    new Follower(gateway.port),
    new Follower(gateway.port),
    new Follower(gateway.port),
  ];
  await Promise.all([dead, slow, quick].map((reader) => reader.reads(events.lastId)));
  dead.socket.pause();
  slow.socket.pause();

  // Until the kernel buffers no more for either; the third reader reads everything.
  for (let sent = 0; (await figure('streams_blocked')) < 2; sent += 1) {
    if (sent === 2000) throw new Error('the kernel buffers everything');
    events.append(LARGE);
    await quick.reads(events.lastId);
  }
  slow.socket.resume();
  await becomes('streams_blocked', 1);
  expect(await figure('streams_open')).toBe(3);

  // Events continue: the stalled reader is closed, and the drained one stays beyond the 10 s after which uWS would
  // have closed it.
  const proof = Date.now() + 13_000;
  const sending = setInterval(() => events.append(SMALL), 200);
  onTestFinished(() => clearInterval(sending));
  await becomes('streams_open', 2);
  await pause(proof - Date.now());
  clearInterval(sending);
  await Promise.all([slow, quick].map((reader) => reader.reads(events.lastId)));
  expect([slow.closed, quick.closed]).toEqual([false, false]);
});
