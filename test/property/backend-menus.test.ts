import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { BAN_STEPS, type BanMenuTemplate, drawBanMenu } from '../../src/backend/menus/ban-menu.ts';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import type { Fillings } from '../../src/backend/menus/fill-text.ts';
import { fillText } from '../../src/backend/menus/fill-text.ts';
import { drawItem, type ItemTemplate } from '../../src/backend/menus/item-template.ts';
import { materialId } from '../../src/domain/material.ts';
import { layOutPage, type MenuPage, type MenuPlan } from '../../src/backend/menus/menu-page.ts';
import type { MenuItem } from '../../src/backend/menus/menu-view.ts';
import { isOpenTo, planServerMenu, type ServerMenuTemplate } from '../../src/backend/menus/server-menu.ts';
import { SERVER_STATES } from '../../src/domain/server.ts';
import { parseText, plainText } from '../../src/domain/text/text.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import type { BanOrder } from '../../src/machines/ban-walk/context.ts';
import { banWalkMachine } from '../../src/machines/ban-walk/machine.ts';

const STONE: MenuItem = { material: 'minecraft:stone', name: [], lore: [], amount: 1, glow: false };
const NO_FILLINGS: Fillings = { words: {}, placeholder: () => undefined };
/** Any name or text of a player. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^[&§#%{}\\a-f0-9_ a-z]{0,40}$/),
);

function planOf(
  rows: number,
  entries: number,
  fixed: readonly number[],
  isFilled: boolean,
): MenuPlan<number> {
  return {
    rows,
    title: () => [],
    entries: Array.from({ length: entries }, (_, at) => () => ({ item: STONE, action: at })),
    fixed: new Map(fixed.map((slot) => [slot, { item: STONE, action: -1_000 - slot }])),
    fill: isFilled ? STONE : null,
    previous: STONE,
    next: STONE,
    turnTo: (page) => -1 - page,
  };
}

/** Rows, and slots that are taken on every page, without those of the arrows. */
const shapes = fc.integer({ min: 1, max: 6 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    entries: fc.integer({ min: 0, max: 200 }),
    fixed: fc
      .uniqueArray(fc.integer({ min: 1, max: rows * 9 - 2 }), { maxLength: 3 })
      .map((slots) => slots.filter((slot) => slot !== (rows - 1) * 9)),
    isFilled: fc.boolean(),
  }),
);

describe('a menu of any size', () => {
  it('shows every entry on exactly one page, in order, and its arrows lead to the pages before and after', () => {
    fc.assert(
      fc.property(shapes, ({ rows, entries, fixed, isFilled }) => {
        const plan = planOf(rows, entries, fixed, isFilled);
        const shown: number[] = [];
        let page: MenuPage<number> = layOutPage(plan, 0);
        for (let at = 0; ; at += 1) {
          expect(page.page).toBe(at);
          shown.push(...[...page.actions.values()].filter((action) => action >= 0));
          const turns = [...page.actions.values()].filter((action) => action < 0 && action > -1_000);
          const ways = [at - 1, at + 1].filter((to) => to >= 0 && to < page.pages).map((to) => -1 - to);
          expect(turns).toEqual(ways);
          if (at + 1 >= page.pages) break;
          page = layOutPage(plan, at + 1);
        }
        expect(shown).toEqual(Array.from({ length: entries }, (_, at) => at));
      }),
    );
  });

  it('uses every slot once, ascending and inside the window, and is clickable where a click does something', () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: -5, max: 500 }), ({ rows, entries, fixed, isFilled }, wanted) => {
        const { view, actions, page, pages } = layOutPage(planOf(rows, entries, fixed, isFilled), wanted);
        const slots = view.items.map(({ slot }) => slot);
        expect(slots).toEqual([...new Set(slots)].sort((a, b) => a - b));
        for (const slot of slots) expect(slot >= 0 && slot < rows * 9).toBe(true);
        for (const { slot, clickable } of view.items) expect(clickable).toBe(actions.has(slot));
        for (const slot of fixed) expect(actions.get(slot)).toBe(-1_000 - slot);
        if (isFilled) expect(view.items).toHaveLength(rows * 9);
        expect(page >= 0 && page < pages).toBe(true);
      }),
    );
  });
});

describe('texts of menus', () => {
  it('show what is filled in exactly, whatever the name of a player is', () => {
    fc.assert(
      fc.property(words, (name) => {
        const filled = fillText('&a[{player}]', { words: { player: name }, placeholder: () => 'PWNED' });
        expect(plainText(parseText(filled))).toBe(`[${name}]`);
      }),
    );
  });

  it('fill a placeholder once, and a word inside it', () => {
    const asked: string[] = [];
    const placeholder = (params: string): string => {
      asked.push(params);
      return '%portcullis_online% {server}';
    };
    const filled = fillText('%portcullis_server_{server}_players%', {
      words: { server: 'L_1' },
      placeholder,
    });
    expect(filled).toBe('%portcullis_online% {server}');
    expect(asked).toEqual(['server_L_1_players']);
  });

  it('give an item of any template a valid amount, glow and material', () => {
    const template: fc.Arbitrary<ItemTemplate> = fc.record({
      material: words,
      name: words,
      lore: fc.array(words, { maxLength: 4 }),
      amount: fc.oneof(fc.integer(), fc.double(), words),
      glow: fc.oneof(fc.boolean(), words),
    });
    fc.assert(
      fc.property(template, (given) => {
        const item = drawItem(given, NO_FILLINGS);
        expect(Number.isInteger(item.amount) && item.amount >= 1 && item.amount <= 64).toBe(true);
        expect(item.material).toMatch(/^[a-z0-9._-]+:[a-z0-9._/-]+$/);
        expect(typeof item.glow).toBe('boolean');
        expect(item.lore).toHaveLength(given.lore?.length ?? 0);
      }),
    );
  });

  it.each([
    ['minecraft:red_wool', 'minecraft:red_wool'],
    ['RED_WOOL', 'minecraft:red_wool'],
    ['red_wool', 'minecraft:red_wool'],
    [' Red Wool ', 'minecraft:red_wool'],
    ['minecraft:RED_WOOL', 'minecraft:red_wool'],
    ['mymod:magic/wand', 'mymod:magic/wand'],
    ['LEGACY_WOOL', undefined],
    ['35:14', '35:14'],
    ['', undefined],
    ['"},{', undefined],
  ])('read %j as the material %j', (given, id) => {
    expect(materialId(given)).toBe(id);
  });
});

const server: fc.Arbitrary<MenuServer> = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  type: fc.constant('GAME'),
  state: fc.constantFrom(...SERVER_STATES),
  players: fc.nat(500),
  maxPlayers: fc.integer({ min: 1, max: 500 }),
  gameName: words,
  canRejoin: fc.boolean(),
});

const ARROW = { material: 'ARROW' };
const SERVERS: ServerMenuTemplate = {
  title: 'Games {page}/{pages}',
  rows: 3,
  previous: ARROW,
  next: ARROW,
  empty: { material: 'BARRIER', name: 'nothing' },
  items: {
    IDLE: {
      material: 'LIME_WOOL',
      name: '{server}',
      lore: ['{game}', '{players}/{max}'],
      amount: '{players}',
    },
    DEFAULT: { material: 'GRAY_WOOL', name: '{server} {state}' },
  },
};

describe('the menu of servers', () => {
  it('has clicks to exactly the servers that take players, and none to the present one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(server, { selector: ({ name }) => name, maxLength: 60 }), (servers) => {
        const own = servers[0]?.name ?? '';
        const plan = planServerMenu(SERVERS, servers, own, NO_FILLINGS);
        const led = new Set<string>();
        const { pages } = layOutPage(plan, 0);
        for (let page = 0; page < pages; page += 1) {
          for (const action of layOutPage(plan, page).actions.values()) {
            if (action.type === 'server.chosen') led.add(action.server);
          }
        }
        const open = servers.filter((one) => isOpenTo(one) && one.name !== own).map(({ name }) => name);
        expect(led).toEqual(new Set(open));
      }),
    );
  });

  it('shows the name of a game exactly', () => {
    fc.assert(
      fc.property(server, (one) => {
        const plan = planServerMenu(SERVERS, [{ ...one, state: 'IDLE' }], '', NO_FILLINGS);
        const [item] = layOutPage(plan, 0).view.items;
        expect(plainText(item?.lore[0] ?? [])).toBe(one.gameName);
      }),
    );
  });
});

const ITEM: ItemTemplate = { material: 'PAPER', name: '{player} {time} {reason} {failure}' };
const BAN: BanMenuTemplate = {
  rows: 2,
  previous: ARROW,
  next: ARROW,
  titles: { player: '1', time: '2', reason: '3', confirm: '4', banning: '5' },
  items: {
    player: ITEM,
    time: ITEM,
    reason: ITEM,
    confirm: ITEM,
    failed: ITEM,
    back: ITEM,
    cancel: ITEM,
    nobody: ITEM,
    banning: ITEM,
  },
};

describe('the walk to a ban by clicks', () => {
  it('bans only a player that it showed, for a time and a reason that it showed, whatever is clicked', () => {
    const people = Array.from({ length: 40 }, (_, at) => ({
      uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as Uuid,
      name: `Player${at}`,
      server: 'lobby',
    }));
    const by = { uuid: '00000000-0000-4000-8000-000000000000' as Uuid, name: 'Player0' };
    const reasons = Array.from({ length: 30 }, (_, at) => `Reason ${at}`);
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (clicks) => {
        const orders: (BanOrder | null)[] = [];
        const machine = banWalkMachine.provide({
          actors: {
            banPlayer: fromPromise<void, BanOrder | null>(({ input }) => {
              orders.push(input);
              return new Promise(() => {});
            }),
          },
        });
        const walk = createActor(machine, { input: { by }, clock: new SimulatedClock() }).start();
        for (const click of clicks) {
          const snapshot = walk.getSnapshot();
          if (snapshot.status !== 'active') break;
          const step = BAN_STEPS.find((one) => snapshot.matches(one)) ?? 'choosingPlayer';
          const page = drawBanMenu(step, snapshot.context, BAN, { players: people, reasons }, NO_FILLINGS);
          const actions = [...page.actions.values()];
          const action = actions[click % Math.max(1, actions.length)];
          if (action === undefined) break;
          expect(snapshot.can(action)).toBe(true);
          walk.send(action);
        }
        expect(orders.length).toBeLessThanOrEqual(1);
        for (const order of orders) {
          expect(people.slice(1).map(({ uuid }) => uuid)).toContain(order?.player.uuid);
          expect(reasons).toContain(order?.reason);
          expect(order?.by).toEqual(by);
        }
        walk.stop();
      }),
    );
  });
});
