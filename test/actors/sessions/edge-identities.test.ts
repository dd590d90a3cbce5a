import { expect, it } from 'vitest';
import type { AgentIdentity, ProxySession } from '../../../src/actors/agents.ts';
import { openFixture } from '../network-fixture.ts';

/** A network of this kind, and a way to connect proxies; each is a new process. */
async function open(edgeIdentity?: 'online' | 'offline') {
  const fixture = await openFixture(edgeIdentity === undefined ? {} : { edgeIdentity });
  const { network, notes } = fixture;
  let epoch = 0;
  const connect = (name: string, more: Partial<AgentIdentity> = {}): ProxySession => {
    epoch += 1;
    const client = {
      kick: async () => true,
      send: async () => true,
      sendMessage: () => undefined,
      close: () => undefined,
    };
    const identity = { name, platform: 'edge', version: '1.0.0', epoch, ...more } as const;
    const session = network.agents.attachProxy(identity, client);
    session.sync([]);
    return session;
  };
  const refusals = () => notes().filter((event) => event === 'edge.other-identity');
  return { connect, refusals };
}

it('an edge of another identity than the coordinator says is refused, also where it is the first to come', async () => {
  for (const [expected, other] of [
    ['online', 'offline'],
    ['offline', 'online'],
  ] as const) {
    const { connect, refusals } = await open(expected);
    expect(() => connect('stolen', { accounts: other })).toThrow(
      `\`edge.identity\` is "${other}" at the edge stolen and "${expected}" in config.yml of the coordinator`,
    );
    connect('edge', { accounts: expected });
    connect('edge-2', { accounts: expected });
    expect(refusals()).toHaveLength(1);
  }
});

it('proxies, and edges of an older version that do not say it, go with edges of either kind', async () => {
  const { connect, refusals } = await open('offline');
  connect('velocity', { platform: 'modern' });
  connect('bungee', { platform: 'legacy' });
  connect('older');
  connect('edge', { accounts: 'offline' });
  connect('velocity-2', { platform: 'modern' });
  connect('older-2');
  expect(refusals()).toEqual([]);
});
