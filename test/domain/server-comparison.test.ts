import { expect, it } from 'vitest';
import { compareServers, hasDifferences, MAX_SHOWN_DIFFERENCES } from '../../src/domain/server-comparison.ts';

const at = (name: string, address: string | null = '10.0.0.1:25565') => ({ name, address });
const NONE = { onlyAtProxy: [], onlyHere: [], otherAddress: [] };

it('the same servers in any order do not differ', () => {
  const found = compareServers([at('a'), at('b')], [at('b'), at('a')]);
  expect(found).toEqual(NONE);
  expect(hasDifferences(found)).toBe(false);
});

it('a name on one side only differs, with its case, but one without an address is no loss of the proxy', () => {
  const found = compareServers([at('Arena')], [at('arena'), at('hub', null)]);
  expect(found).toEqual({ ...NONE, onlyAtProxy: ['Arena'], onlyHere: ['arena'] });
  expect(hasDifferences(found)).toBe(true);
});

it.each([
  ['10.0.0.1:25565', '10.0.0.2:25565'],
  ['10.0.0.1:25565', '10.0.0.1:25566'],
  ['game.example:25565', 'other.example:25565'],
])('%s and %s are two addresses', (proxy, coordinator) => {
  expect(compareServers([at('a', proxy)], [at('a', coordinator)]).otherAddress).toEqual([
    { name: 'a', proxy, coordinator },
  ]);
});

it.each([
  ['game.example:25565', '10.0.0.1:25565'],
  ['GAME.example:25565', 'game.example:25565'],
  ['localhost:25565', '10.0.0.1:25565'],
  ['[2001:db8::1]:25565', 'game.example:25565'],
])('%s and %s may be one place', (proxy, coordinator) => {
  expect(compareServers([at('a', proxy)], [at('a', coordinator)])).toEqual(NONE);
});

it('an address that one side does not know differs from none', () => {
  expect(compareServers([at('a', null)], [at('a')])).toEqual(NONE);
  expect(compareServers([at('a')], [at('a', null)])).toEqual(NONE);
});

it('at most a thousand of each are shown', () => {
  const many = Array.from({ length: 1_001 }, (_, number) => at(`s${number}`));
  expect(compareServers(many, []).onlyAtProxy).toHaveLength(MAX_SHOWN_DIFFERENCES);
});
