import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StatusProbe } from '../../../src/actors/ports.ts';
import type { ServerProfile } from '../../../src/domain/server.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';

const ROUND = 10_000;

/** Servers at addresses, some of which answer. */
class Addresses implements StatusProbe {
  readonly up = new Set<string>();
  /** Accepts every ping and answers none, as a host that drops packets. */
  silent = false;
  readonly asked: string[] = [];
  underWay = 0;
  most = 0;

  probe(address: string, timeoutMs: number): Promise<{ players: number; maxPlayers: number } | null> {
    this.asked.push(address);
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    if (this.silent) {
      return new Promise((resolve) => {
        fixture.clock.setTimeout(() => {
          this.underWay -= 1;
          resolve(null);
        }, timeoutMs);
      });
    }
    this.underWay -= 1;
    return Promise.resolve(this.up.has(address) ? { players: 0, maxPlayers: 20 } : null);
  }
}

let addresses: Addresses;
let fixture: NetworkFixture;
beforeEach(async () => {
  addresses = new Addresses();
  fixture = await openFixture({ probe: addresses });
});
afterEach(() => fixture.network.close());

function serverAt(name: string, address: string | null): ServerProfile {
  return {
    name,
    type: 'GAME',
    maxPlayers: 20,
    serverId: name,
    gameName: '',
    gameData: '',
    canRejoin: false,
    address,
  };
}

const stateOf = (name: string): string => fixture.network.servers.get(name).state;

test('a server without an agent is IDLE when it answers, and OFFLINE when it fails twice in a row', async () => {
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  expect(stateOf('arena')).toBe('OFFLINE');
  addresses.up.add('10.0.0.1:25565');
  await fixture.clock.advance(2 * ROUND);
  expect(stateOf('arena')).toBe('IDLE');
  addresses.up.clear();
  await fixture.clock.advance(ROUND);
  expect(stateOf('arena')).toBe('IDLE');
  await fixture.clock.advance(ROUND);
  expect(stateOf('arena')).toBe('OFFLINE');
});

test('one failure between answers is not an outage', async () => {
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  for (let round = 0; round < 6; round += 1) {
    if (round % 2 === 0) addresses.up.add('10.0.0.1:25565');
    else addresses.up.clear();
    await fixture.clock.advance(ROUND);
  }
  expect(
    fixture.events('server_update').filter((update) => 'state' in update && update.state === 'OFFLINE'),
  ).toHaveLength(1);
  expect(stateOf('arena')).toBe('IDLE');
});

test('a server with an agent is not pinged, nor in the grace after its connection was lost', async () => {
  const backend = fixture.backend('arena').connect({ address: '10.0.0.1:25565', state: 'RUNNING' });
  await fixture.clock.advance(3 * ROUND);
  backend.drop();
  await fixture.clock.advance(9_000);
  expect(addresses.asked).toEqual([]);
  expect(stateOf('arena')).toBe('RUNNING');
  await fixture.clock.advance(1_000);
  expect(stateOf('arena')).toBe('OFFLINE');
  addresses.up.add('10.0.0.1:25565');
  await fixture.clock.advance(2 * ROUND);
  expect(stateOf('arena')).toBe('IDLE');
});

test('an answer that comes after an agent connected changes nothing', async () => {
  let answer: (there: null) => void = () => {};
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  addresses.probe = () => new Promise((resolve) => (answer = resolve));
  await fixture.clock.advance(2 * ROUND);
  fixture.backend('arena').connect({ state: 'WAITING' });
  answer(null);
  await fixture.clock.advance(0);
  expect(stateOf('arena')).toBe('WAITING');
});

test('a server without an address is not pinged', async () => {
  await fixture.network.servers.add(serverAt('arena', null));
  await fixture.clock.advance(3 * ROUND);
  expect(addresses.asked).toEqual([]);
  expect(await fixture.network.servers.ping('arena')).toEqual({ success: false, state: 'OFFLINE' });
});

test('a ping is sent at once and the state follows from the answer', async () => {
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  addresses.up.add('10.0.0.1:25565');
  expect(await fixture.network.servers.ping('arena')).toEqual({ success: true, state: 'IDLE' });
});

test('a ping of a host that never answers ends after 5 s', async () => {
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  addresses.silent = true;
  const pinged = fixture.network.servers.ping('arena');
  await fixture.clock.advance(5_000);
  expect(await pinged).toEqual({ success: false, state: 'OFFLINE' });
});

test('each of many servers is pinged once a round, spread over it and never too many at once', async () => {
  for (let number = 0; number < 200; number += 1) {
    await fixture.network.servers.add(serverAt(`arena-${number}`, `10.0.0.${number}:25565`));
  }
  await fixture.clock.advance(ROUND);
  addresses.asked.length = 0;
  await fixture.clock.advance(ROUND / 2);
  expect(addresses.asked.length).toBeGreaterThan(90);
  expect(addresses.asked.length).toBeLessThan(110);
  await fixture.clock.advance(ROUND / 2);
  expect(new Set(addresses.asked).size).toBe(200);
  expect(addresses.asked.length).toBeLessThan(205);
  addresses.silent = true;
  addresses.most = 0;
  await fixture.clock.advance(3 * ROUND);
  expect(addresses.most).toBe(64);
});

test('a server that is being rebooted is left to the reboot', async () => {
  fixture.backend('hub').connect({ type: 'HUB' });
  const backend = fixture.backend('arena').connect({ address: '10.0.0.1:25565' });
  await fixture.network.servers.restart('arena');
  await fixture.clock.advance(20_000);
  expect(stateOf('arena')).toBe('RESTARTING');
  backend.drop();
  addresses.up.add('10.0.0.1:25565');
  await fixture.clock.advance(3 * ROUND);
  expect(stateOf('arena')).toBe('RESTARTING');
});

test('no server is pinged once the network is closed', async () => {
  await fixture.network.servers.add(serverAt('arena', '10.0.0.1:25565'));
  await fixture.network.close();
  await fixture.clock.advance(3 * ROUND);
  expect(addresses.asked).toEqual([]);
});
