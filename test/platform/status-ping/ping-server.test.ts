import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStatusProbe, pingServer } from '../../../src/platform/status-ping/ping-server.ts';
import { statusRequest } from '../../../src/platform/status-ping/status-packets.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { statusFrame } from './status-frame.ts';

const LISTING = JSON.stringify({
  version: { name: 'Paper 1.21.11', protocol: 774 },
  players: { max: 20, online: 3, sample: [{ name: 'x', id: 'y' }] },
  description: { text: 'hi' },
  favicon: 'data:image/png;base64,AA==',
});

let server: Server;
let address: string;
let clock: SyncTestClock;
let faults: ConnectionFaults;
let received: Buffer;
let serve: (socket: Socket) => void;
const sockets = new Set<Socket>();
beforeEach(async () => {
  clock = new SyncTestClock();
  faults = new ConnectionFaults('status-ping', { clock, logger: new KeptLog() });
  received = Buffer.alloc(0);
  serve = (socket) => void socket.end(statusFrame(LISTING));
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      serve(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
  await once(server, 'close');
});

const ping = () => pingServer(address, 5_000, clock, faults);

test('a server gets the request of a game client, and its answer is read', async () => {
  expect(await ping()).toEqual({
    players: 3,
    maxPlayers: 20,
    version: { name: 'Paper 1.21.11', protocol: 774 },
  });
  const port = Number(address.split(':')[1]).toString(16).padStart(4, '0');
  const host = Buffer.from('127.0.0.1').toString('hex');
  expect(received.toString('hex')).toBe(`1300ffffffff0f09${host}${port}010100`);
  expect(clock.pending).toBe(0);
});

test('the handshake is the one of the protocol, to the byte', () => {
  expect(statusRequest({ host: 'a', port: 1 }).toString('hex')).toBe('0b00ffffffff0f01610001010100');
});

test('an answer that comes a byte at a time is read', async () => {
  serve = (socket) => {
    socket.setNoDelay(true);
    for (const byte of statusFrame(LISTING)) socket.write(Buffer.from([byte]));
  };
  expect(await ping()).toMatchObject({ players: 3 });
});

test.each([
  ['hides its players', '{"version":{"name":"x","protocol":4}}', 0],
  ['jokes with its counts', '{"players":{"online":-1,"max":1e30}}', 0],
  ['says nothing', '{}', 0],
])('a server that %s counts as answering', async (_, text, players) => {
  serve = (socket) => void socket.end(statusFrame(text));
  expect(await ping()).toMatchObject({ players });
});

test.each([
  ['no JSON', statusFrame('{')],
  ['a list', statusFrame('[]')],
  ['players that are none', statusFrame('{"players":7}')],
  ['another packet', Buffer.from('020100', 'hex')],
  ['more than a status can have', Buffer.from('ffff7f', 'hex')],
  ['a length that does not end', Buffer.from('ffffffffff', 'hex')],
  ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['half an answer', statusFrame(LISTING).subarray(0, 40)],
])('a server that answers with %s is not a game server', async (_, bytes) => {
  serve = (socket) => void socket.end(bytes);
  expect(await ping()).toBeNull();
});

test('a server that never answers is given up in time', async () => {
  const asked = once(server, 'connection');
  serve = () => {};
  const answer = ping();
  await asked;
  clock.advance(4_999);
  expect(clock.pending).toBe(1);
  clock.advance(1);
  expect(await answer).toBeNull();
});

test('a server that is away and an invalid address give no answer', async () => {
  const probe = createStatusProbe(clock, new KeptLog());
  expect(await probe.probe('127.0.0.1:1', 5_000)).toBeNull();
  expect(await probe.probe('nowhere', 5_000)).toBeNull();
  expect(await probe.probe('no-such-host.invalid:25565', 5_000)).toBeNull();
  expect(clock.pending).toBe(0);
});

test('a server that sends a long status a byte at a time is given up', async () => {
  serve = (socket) => {
    const bytes = statusFrame(LISTING.padEnd(30_000));
    let at = 0;
    const drip = (): void => {
      if (socket.destroyed) return;
      socket.setNoDelay(true).write(bytes.subarray(at, at + 1));
      at += 1;
      setImmediate(drip);
    };
    drip();
  };
  // Its time limit is the clock's, which stands still.
  expect(await ping()).toBeNull();
});
