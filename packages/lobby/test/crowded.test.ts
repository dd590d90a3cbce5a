import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loginOf } from '../bench/light-client.ts';
import { LobbyHost, type LobbyHostOptions } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';

const MAX_PLAYERS = 10;
/** So many may be there that are not in the game. */
const LIMIT = 120;
/** Of 1.20.4, which answers the lobby's "success" before it is configured. */
const LOGIN = loginOf(765, 'Stuck');

let host: LobbyHost;
let stuck: Socket[] = [];
beforeEach(() => {
  stuck = [];
});
afterEach(async () => {
  for (const socket of stuck) socket.destroy();
  await host.close();
});

async function open(more: Partial<LobbyHostOptions> = {}): Promise<void> {
  host = new LobbyHost(lobbyOptions({ maxPlayers: MAX_PLAYERS, maxNewcomers: LIMIT, ...more }));
  await host.open({ command: () => {}, click: () => {}, closed: () => {}, left: () => {} });
}

/** A client that logs in, reads the first answer, and goes no further. */
async function comeAndStay(header = ''): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1');
  stuck.push(socket);
  socket.on('error', () => {});
  socket.write(Buffer.concat([Buffer.from(header), LOGIN]));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.resume();
  return socket;
}

async function flood(count: number, header = ''): Promise<void> {
  for (let begun = 0; begun < count; begun += 1) await comeAndStay(header);
}

const headerOf = (last: number): string => `PROXY TCP4 203.0.113.${last} 192.0.2.1 50000 25565\r\n`;
const closing = (socket: Socket): Promise<unknown> => once(socket, 'close');

describe('logins that go no further', () => {
  it('keep nobody out: the oldest of them is ended for who comes next', async () => {
    await open();
    const first = await comeAndStay();
    const firstIsClosed = closing(first);
    await flood(LIMIT - 1);
    const alice = new LobbyClient(host.port, '1.20.4', 'Alice');
    await alice.playing;
    await firstIsClosed;
    expect(stuck.filter(({ closed }) => closed)).toEqual([first]);
    await alice.leave();
  });

  it('end no player, however many come', async () => {
    await open();
    const alice = new LobbyClient(host.port, '1.20.4', 'Alice');
    await alice.playing;
    await flood(2 * LIMIT);
    const bob = new LobbyClient(host.port, '1.20.4', 'Bob');
    await bob.playing;
    expect(Array.from(host.players, ({ name }) => name)).toEqual(['Alice', 'Bob']);
    await alice.leave();
    await bob.leave();
  });

  it('end those of their own address first, where a PROXY header says it', async () => {
    await open({ proxyProtocol: true });
    const patient = await comeAndStay('PROXY TCP4 203.0.113.9 192.0.2.1 50000 25565\r\n');
    const flooding = 'PROXY TCP4 198.51.100.7 192.0.2.1 50000 25565\r\n';
    const firstOfFlood = await comeAndStay(flooding);
    const firstIsClosed = closing(firstOfFlood);
    await flood(LIMIT, flooding);
    await firstIsClosed;
    expect(patient.closed).toBe(false);
  });

  it('keep out nobody whose PROXY header is still to come, however many addresses they have', async () => {
    await open({ proxyProtocol: true });
    for (let at = 0; at < LIMIT; at += 1) {
      await comeAndStay(`PROXY TCP4 198.51.${at % 30}.${Math.floor(at / 30)} 192.0.2.1 50000 25565\r\n`);
    }
    // Connected in one turn, and their headers come after that.
    const together = [1, 2, 3, 4].map(() => connect(host.port, '127.0.0.1').on('error', () => {}));
    stuck.push(...together);
    await Promise.all(together.map((socket) => once(socket, 'connect')));
    const answers = together.map(async (socket, at) => {
      socket.write(Buffer.concat([Buffer.from(headerOf(at)), LOGIN]));
      const [piece] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[];
      return Buffer.isBuffer(piece);
    });
    expect(await Promise.all(answers)).toEqual([true, true, true, true]);
  });
});
