import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressBlock, blocksAround } from '../../../src/runtime/ip-address.ts';
import { AddressShares } from '../../../src/runtime/limits/address-shares.ts';

function sharesOf(addresses: readonly string[]): AddressShares<string> {
  const shares = new AddressShares<string>();
  for (const [at, ip] of addresses.entries()) shares.add(`${at}`, addressBlock(ip));
  return shares;
}

it('takes from the address that holds most before its neighbours lose something', () => {
  const shares = sharesOf(['203.0.113.1', '203.0.113.2', '203.0.113.2', '198.51.100.1', '203.0.113.3']);
  expect(shares.fullerThan('192.0.2.1')).toBe('1');
  shares.delete('1');
  // Now every address holds one, and their /24 most.
  expect(shares.fullerThan('192.0.2.1')).toBe('0');
  expect(shares.fullerThan('203.0.113.9')).toBeUndefined();
});

it('counts IPv6 by /64, /56 and /48', () => {
  const held = ['2001:db8:1:2::1', '2001:db8:1:2::2'];
  expect(sharesOf([...held, '2001:db8:2::1']).fullerThan('2001:db8:1:3::/64')).toBe('0');
  const site = ['2001:db8:1:200::1', '2001:db8:1:2ff::1', '2001:db8:1:300::1', '2001:db8:1:400::1'];
  expect(sharesOf(site).fullerThan('2001:db8:1:500::/64')).toBe('0');
  expect(sharesOf(site.slice(1)).fullerThan('2001:db8:1:500::/64')).toBeUndefined();
  expect(sharesOf(site.slice(1)).fullerThan('2001:db8:2:500::/64')).toBe('0');
});

it('counts nothing of unknown addresses, each of which is its own block', () => {
  expect(sharesOf(['', '', '']).fullerThan('203.0.113.1')).toBeUndefined();
  expect(sharesOf(['', '203.0.113.1', '203.0.113.1']).fullerThan('')).toBe('1');
});

const BLOCKS = ['', '203.0.113.1', '203.0.113.2', '198.51.100.1', '2001:db8:1:2::/64', '2001:db8:1:3::/64'];
const WIDER = ['2001:db8:1:200::/64', '2001:db8:2:2::/64', 'elsewhere'];
const block = fc.constantFrom(...BLOCKS, ...WIDER);
const change = fc.record({ item: fc.nat(12), block: fc.option(block, { nil: null }) });

function groupsOf(items: readonly [number, string][], width: number): Map<string, [number, string][]> {
  const groups = new Map<string, [number, string][]>();
  for (const item of items) {
    const around = blocksAround(item[1])[width] ?? '';
    groups.set(around, [...(groups.get(around) ?? []), item]);
  }
  return groups;
}

it('answers what counting everything anew would, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), block, (changes, asking) => {
      const shares = new AddressShares<number>();
      const items = new Map<number, string>();
      for (const one of changes) {
        items.delete(one.item);
        if (one.block === null) shares.delete(one.item);
        else {
          items.set(one.item, one.block);
          shares.add(one.item, one.block);
        }
      }
      const known = [...items].filter(([, at]) => at !== '');
      const possible = [0, 1, 2].map((width) => {
        const groups = groupsOf(known, width);
        const most = Math.max(0, ...[...groups.values()].map((group) => group.length));
        const own = groups.get(blocksAround(asking)[width] ?? '')?.length ?? 0;
        const fullest = [...groups.values()].filter((group) => group.length === most);
        return most > own + 1 ? fullest.map(([oldest]) => oldest?.[0]) : [];
      });
      const expected = possible.find((some) => some.length > 0) ?? [undefined];
      expect(expected).toContain(shares.fullerThan(asking));
      const [oldest] = known.filter(([, at]) => at === asking);
      expect(shares.oldestOf(asking)).toBe(oldest?.[0]);
    }),
  );
});
