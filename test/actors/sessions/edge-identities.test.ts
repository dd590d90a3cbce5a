import { expect, it } from 'vitest';
import type { AgentIdentity, ProxySession } from '../../../src/actors/agents.ts';
import { openFixture } from '../network-fixture.ts';

/** A network, and a way to connect proxies; each is a new process. */
async function open() {
  const fixture = await openFixture();
  const { network, clock, notes } = fixture;
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
  return { clock, connect, refusals };
}

it('an edge whose servers check no accounts is refused beside one whose servers do, and the other way round', async () => {
  for (const [first, second] of [
    ['online', 'offline'],
    ['offline', 'online'],
  ] as const) {
    const { connect, refusals } = await open();
    connect('edge', { accounts: first });
    connect('edge-2', { accounts: first });
    expect(refusals()).toEqual([]);
    expect(() => connect('edge-3', { accounts: second })).toThrow(
      `\`edge.identity\` is "${second}" at the edge edge-3 and "${first}" at the edge edge`,
    );
    expect(refusals()).toHaveLength(1);
  }
});

it('an edge may change its identity at a restart where no other is there, or was until its grace is over', async () => {
  const { clock, connect } = await open();
  connect('edge', { accounts: 'online' });
  connect('edge', { accounts: 'offline' });
  const other = connect('edge-2', { accounts: 'offline' });
  expect(() => connect('edge', { accounts: 'online' })).toThrow('edge-2');
  other.lost();
  await clock.advance(9_000);
  expect(() => connect('edge', { accounts: 'online' })).toThrow('edge-2');
  await clock.advance(2_000);
  connect('edge', { accounts: 'online' });
});

it('proxies, and edges of an older version that do not say it, go with edges of either kind', async () => {
  const { connect, refusals } = await open();
  connect('velocity', { platform: 'modern' });
  connect('bungee', { platform: 'legacy' });
  connect('older');
  connect('edge', { accounts: 'offline' });
  connect('velocity-2', { platform: 'modern' });
  connect('older-2');
  expect(refusals()).toEqual([]);
});
