import { expect, it } from 'vitest';
import { EdgeReplica } from '../../../../src/platform/edge/replica/edge-replica.ts';

it('the name of an upstream is not found by an address that two servers say is theirs', () => {
  const replica = new EdgeReplica();
  const servers = ['arena', 'hub'].map((name) => ({ name, type: 'HUB', address: '10.0.0.1:25565' }));
  replica.apply({ type: 'servers', servers });
  const found = (name: string | null) => replica.serverOf({ name, host: '10.0.0.1', port: 25_565 });
  expect(found(null)).toBeNull();
  expect(found('hub')).toBe('hub');
  replica.apply({ type: 'server.remove', name: 'arena' });
  expect(found(null)).toBe('hub');
});
