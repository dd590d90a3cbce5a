import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LightClient, loginOf } from '../bench/light-client.ts';
import { LobbyHost } from '../src/lobby-host.ts';
import { lobbyOptions } from './lobby-options.ts';

const require = createRequire(import.meta.url);
const VERSIONS = { '1.8': 47, '1.20.1': 763, '1.21.11': 774 };

describe('logins that come together', () => {
  let host: LobbyHost;
  beforeEach(async () => {
    host = new LobbyHost(lobbyOptions({ maxPlayers: 200 }));
    await host.open({ command: () => {}, click: () => {}, closed: () => {}, left: () => {} });
  });
  afterEach(() => host.close());

  const enter = async (protocol: number, name: string): Promise<LightClient> => {
    const client = new LightClient(host.port, protocol, name);
    await client.entered;
    return client;
  };

  it.each(Object.values(VERSIONS))('all get in (protocol %i)', async (protocol) => {
    const names = Array.from({ length: 60 }, (_, index) => `Player${index}`);
    const clients = await Promise.all(names.map((name) => enter(protocol, name)));
    await expect.poll(() => Array.from(host.players, ({ name }) => name).sort()).toEqual(names.sort());
    for (const client of clients) client.leave();
  });

  it('make no validator for each client', async () => {
    const { prototype } = require('protodef-validator');
    const first = await enter(VERSIONS['1.20.1'], 'First');
    const made = vi.spyOn(prototype, 'createAjvInstance');
    const second = await enter(VERSIONS['1.20.1'], 'Second');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    first.leave();
    second.leave();
  });

  it('are not worked off once their clients gave up', async () => {
    const count = 100;
    const protocol = VERSIONS['1.20.1'];
    const warm = await enter(protocol, 'Warm');
    const ended = new SharedArrayBuffer(4);
    const bytes = loginOf(protocol, 'Gone');
    const worker = new Worker(new URL('giving-up.ts', import.meta.url), {
      workerData: { port: host.port, count, bytes, ended },
    });
    await once(worker, 'online');
    // The lobby is as busy as it is with the logins of a hub: all clients have given up before it reads of the first.
    Atomics.wait(new Int32Array(ended), 0, 0);
    const [answered] = await once(worker, 'message');
    expect(answered).toBeLessThan(count / 10);
    warm.leave();
  });
});
