import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseText } from '../../../src/domain/text/text.ts';
import { LobbyHost } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';

/** A handshake of 1.20.4 that goes on to the login. */
const HANDSHAKE = Buffer.from('00fd050161000102', 'hex');
const frame = (body: Uint8Array): Buffer => Buffer.concat([Buffer.from([body.length]), body]);

describe('bad input', () => {
  const host = new LobbyHost(lobbyOptions());
  beforeAll(() => host.open({ command: () => {}, click: () => {}, closed: () => {}, left: () => {} }));
  afterAll(() => host.close());

  /** Writes bytes and waits until all of them were taken, or the connection was closed. */
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(host.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.resume();
      socket.end(bytes);
    });

  const isServing = async (): Promise<void> => {
    const client = new LobbyClient(host.port, '1.20.4', 'Alice');
    await client.playing;
    await client.leave();
  };

  it('of a negative length does not stop the lobby', async () => {
    // Negative varints: random bytes with one ended the process once.
    await send(Buffer.from([0xcc, 0xad, 0xa8, 0xe2, 0x0e, 0x00]));
    await send(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x00]));
    await isServing();
  });

  it('of any bytes, before and after a handshake, does not stop the lobby', async () => {
    const body = fc.uint8Array({ minLength: 1, maxLength: 100 });
    const stranger = fc.array(body, { maxLength: 5 }).map((bodies) => Buffer.concat(bodies.map(frame)));
    const known = stranger.map((rest) => Buffer.concat([frame(HANDSHAKE), rest]));
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(fc.asyncProperty(fc.oneof(stranger, known, noise), send), { numRuns: 150 });
    await isServing();
  });

  it('under the number of a snapshot is refused: the library would keep the packets of each for ever', async () => {
    const chunks: Buffer[] = [];
    const closed = new Promise<void>((resolve) => {
      const socket = connect(host.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('data', (piece: Buffer) => chunks.push(piece));
      socket.on('close', () => resolve());
      // Of the snapshot 26w14a, under the name "A".
      const handshake = Buffer.from('00b1828080040161000102', 'hex');
      const login = Buffer.concat([Buffer.from('000141', 'hex'), Buffer.alloc(16)]);
      socket.write(Buffer.concat([frame(handshake), frame(login)]));
    });
    await closed;
    expect(Buffer.concat(chunks).toString()).toContain('may not support the newest version yet');
    await isServing();
  });

  it('of a player who reads nothing is bounded: who has too much to read is disconnected', async () => {
    const mallory = new LobbyClient(host.port, '1.20.4', 'Reader');
    await mallory.playing;
    const [player] = [...host.players].filter(({ name }) => name === 'Reader');
    mallory.client.socket.unpipe();
    mallory.client.socket.pause();
    // Nothing that compresses well.
    const words = parseText(randomBytes(6_000).toString('base64'));
    let said = 0;
    while ([...host.players].some((one) => one === player) && said < 20_000) {
      player?.tell(words);
      said += 1;
      if (said % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    // The kernel takes some megabytes by itself.
    expect(said).toBeLessThan(4_000);
    mallory.client.socket.destroy();
    await isServing();
  });

  it('of a player does not disturb other players', async () => {
    const mallory = new LobbyClient(host.port, '1.20.4', 'Mallory');
    await mallory.playing;
    for (const name of ['minecraft:register', 'minecraft:brand', 'bungeecord:main', 'x']) {
      mallory.client.write('custom_payload', {
        channel: name,
        data: Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]),
      });
    }
    mallory.client.write('chat_session_update', {
      sessionUUID: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
      expireTime: 0n,
      publicKey: Buffer.from('no key'),
      signature: Buffer.from('no signature'),
    });
    mallory.client.write('message_acknowledgement', { count: 1_000_000 });
    mallory.client.write('close_window', { windowId: 77 });
    mallory.client.write('position', { x: Number.NaN, y: -1e300, z: Infinity, onGround: true });
    await mallory.until(
      () => mallory.packets.filter((name) => name === 'position').length > 1 || mallory.isGone,
    );
    expect(mallory.words).toBe('');
    await isServing();
    if (!mallory.isGone) await mallory.leave();
  });
});
