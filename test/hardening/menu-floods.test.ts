import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import { BackendFixture, listed, PLAYER } from '../backend/backend-fixture.ts';

const SERVERS = 300;

let fixture: BackendFixture;
beforeEach(async () => {
  fixture = new BackendFixture();
  await fixture.backend.open();
});
afterEach(() => fixture.backend.close());

it('menus that are opened and drawn again sort no servers: their order is found once for each change', async () => {
  let reads = 0;
  const counted = (name: string): MenuServer => ({
    ...listed(''),
    get name() {
      reads += 1;
      return name;
    },
  });
  // In an order that takes work to sort: 7919 is prime.
  fixture.network(Array.from({ length: SERVERS }, (_, at) => counted(`hub${(at * 7_919) % SERVERS}`)));
  await fixture.type(PLAYER, 'hubs');
  reads = 0;
  await fixture.type(PLAYER, 'hubs');
  // Whether it is the player's own server, and the words of one page.
  expect(reads).toBeLessThan(3 * SERVERS);
  expect(fixture.host.choices(PLAYER).slice(0, 3)).toEqual(['hub0', 'hub1', 'hub2']);
});

it('a player who types without a pause is shown three menus, and then one a second', async () => {
  fixture.network([listed('hub2')]);
  const typeOften = (): void => {
    for (let typed = 0; typed < 50; typed += 1) fixture.host.listener?.command(PLAYER, 'hubs', '');
  };
  typeOften();
  expect(fixture.host.views).toHaveLength(3);
  await fixture.clock.advance(1_000);
  typeOften();
  expect(fixture.host.views).toHaveLength(4);
});
