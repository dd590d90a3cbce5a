import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/runtime/clock.ts';
import { ConsoleHost, type ConsoleHostOptions } from '../../../src/backend/hosts/console/console-host.ts';
import type { HostPlayer, MenuListener } from '../../../src/backend/menus/menu-host.ts';
import { RconClient } from '../../../src/platform/rcon/rcon-client.ts';
import { type HostBench, menuHostContract } from '../../contract/menu-host.ts';
import { ALICE, BOB, KeptLog } from '../../channel/channel-fixture.ts';
import { ConsoleServer } from '../../platform/rcon/console-server.ts';
import { GameConsole } from './game-console.ts';

const PLAYERS: readonly [HostPlayer, HostPlayer] = [
  { uuid: ALICE, name: 'Alice' },
  { uuid: BOB, name: '.Bob the 2nd' },
];

interface Bench extends HostBench {
  readonly log: KeptLog;
  readonly host: ConsoleHost;
  readonly game: GameConsole;
  readonly server: ConsoleServer;
}

/** A menu host over a real RCON connection, whose answers come a byte at a time. */
async function openBench(
  options: Partial<ConsoleHostOptions> = {},
  setUp: (game: GameConsole) => void = () => {},
): Promise<Bench> {
  const server = await ConsoleServer.open();
  server.drips = true;
  const game = new GameConsole(server);
  setUp(game);
  for (const player of PLAYERS) game.join(player);
  const logger = new KeptLog();
  const deps = { clock: systemClock, logger };
  const client = new RconClient({
    name: 'lobby',
    address: server.address,
    password: server.password,
    ...deps,
    random: () => 0.5,
  });
  const host = new ConsoleHost({
    run: (command) => client.run(command),
    players: () => game.players(),
    style: 'auto',
    transfers: new Map(),
    lookEveryMs: 5,
    ...deps,
    ...options,
  });
  await host.prepare();
  return {
    log: logger,
    host,
    game,
    server,
    players: PLAYERS,
    sees: (player, fits) => game.sees(player, fits),
    type: (player, command) => game.trigger(player, command),
    click: (player, choice) => game.click(player, choice),
    reads: (player) => game.reads(player),
    leave: async (player) => game.leave(player),
    unwantedCommands: () => game.unwantedCommands,
    close: async () => {
      await host.close();
      await client.close();
      await server.close();
    },
  };
}

menuHostContract('the console with dialogs', () => openBench());
menuHostContract('the console with the chat', () => openBench({ style: 'chat' }));
menuHostContract('the console of a server that has no dialogs', () =>
  openBench({}, (game) => {
    game.hasDialogs = false;
  }),
);

describe('the console of a game server', () => {
  let bench: Bench;
  afterEach(() => bench.close());
  const [alice, bob] = PLAYERS;

  const noListener: MenuListener = { command: () => {}, click: () => {}, closed: () => {}, left: () => {} };
  const views = (count: number) => ({
    title: [{ text: 'Servers', color: null, formats: [] }],
    rows: 6,
    items: Array.from({ length: count }, (_, slot) => ({
      slot,
      clickable: true,
      material: 'minecraft:stone',
      name: [{ text: `Server number ${slot}`, color: '#55FF55', formats: [] }],
      lore: [[{ text: 'A line of words below its name', color: null, formats: [] }]],
      amount: 1,
      glow: false,
    })),
  });

  it('shows a menu that is too long for one command in several dialogs, and begins again after the last', async () => {
    bench = await openBench();
    await bench.host.open(noListener);
    await bench.host.show(alice, 1, views(54));
    const seen = new Set<string>();
    for (let first: string | undefined; ; ) {
      const menu = await bench.sees(alice, (one) => one !== null && !seen.has(one.choices[0] ?? ''));
      const choices = menu?.choices ?? [];
      first ??= choices[0];
      for (const choice of choices) if (choice !== '…') seen.add(choice);
      if (seen.size === 54) break;
      await bench.click(alice, choices.length - 1);
    }
    expect(seen.size).toBe(54);
  });

  it('never sends a command that is too long for the console', async () => {
    bench = await openBench();
    await bench.host.open(noListener);
    const long = 'ä😀"\\'.repeat(200);
    const words = [{ text: long, color: '#123456', formats: [] }];
    const items = views(20).items.map((item) => ({ ...item, name: words, lore: [words, words] }));
    await bench.host.show(alice, 1, { ...views(0), items });
    await bench.host.tell(alice, words);
    expect((await bench.reads(alice)).endsWith('…')).toBe(true);
    for (const command of bench.server.commands)
      expect(Buffer.byteLength(command)).toBeLessThanOrEqual(1_446);
    // Each was read as a whole, or the console would have closed the connection.
    expect(bench.server.opened).toBe(1);
  });

  it.each(['dialog', 'chat'] as const)('cuts a long title of a menu, which opens as a %s', async (style) => {
    bench = await openBench({ style });
    await bench.host.open(noListener);
    const [item] = views(1).items;
    const lore = [[{ text: 'w'.repeat(370), color: null, formats: [] }]];
    const items = item === undefined ? [] : [1, 2].map((slot) => ({ ...item, slot, lore }));
    const title = [{ text: `Servers ${'😀"'.repeat(1_000)}`, color: '#123456', formats: [] }];
    await bench.host.show(alice, 1, { title, rows: 6, items });
    const menu = await bench.sees(alice, (one) => one !== null && one.choices.length > 0);
    expect(menu?.title).toMatch(/^Servers 😀".*…$/u);
    for (const command of bench.server.commands)
      expect(Buffer.byteLength(command)).toBeLessThanOrEqual(1_446);
  });

  it('says that a server has no /trigger, and sends it no more of what it does not know', async () => {
    bench = await openBench({ lookEveryMs: 1 }, (game) => {
      game.hasTriggers = false;
    });
    expect(bench.log.lines).toContainEqual(
      expect.objectContaining({
        event: 'console.no-triggers',
        detail: expect.stringContaining('menus.host'),
      }),
    );
    const before = bench.server.commands.length;
    await bench.host.open(noListener);
    await bench.host.tell(alice, views(0).title);
    expect(bench.server.commands.slice(before).filter((command) => command.includes('scoreboard'))).toEqual(
      [],
    );
  });

  it('tells players by another command where tellraw is unknown, says so once, and never tells everybody', async () => {
    bench = await openBench({ style: 'chat' }, (game) => {
      game.hasTellraw = false;
    });
    const words = [{ text: 'You may not @a\nthat.', color: '#123456', formats: [] }];
    await bench.host.tell(alice, words);
    await bench.host.tell(alice, words);
    expect(bench.game.told).toEqual(['Alice You may not ＠a that.', 'Alice You may not ＠a that.']);
    // A name that is no argument of a command.
    await expect(bench.host.tell(bob, words)).rejects.toThrow('no command that tells');
    await expect(bench.host.show(alice, 1, views(1))).rejects.toThrow('no command that shows a menu');
    expect(bench.log.lines.filter(({ event }) => event === 'console.no-tellraw')).toHaveLength(1);
  });

  it('ignores a score that no click sets', async () => {
    bench = await openBench();
    const calls: string[] = [];
    const done = new Promise<void>((resolve) => {
      void bench.host.open({
        ...noListener,
        click: (_, showing, slot) => calls.push(`${showing}:${slot}`),
        command: (player, command) => {
          calls.push(`${player.name} ${command}`);
          if (player.uuid === BOB && command === 'reboot') resolve();
        },
      });
    });
    await bench.game.type(alice, 'trigger menu set 3');
    await bench.game.type(bob, 'trigger menu set 2147483647');
    await bench.game.trigger(bob, 'reboot');
    await done;
    // The first is too small for a click; the other is "more" of a menu that is not shown, which the listener answers.
    expect(calls).toEqual(['33554431:63', '.Bob the 2nd reboot']);
  });

  it('sends no command while no player is on the server', async () => {
    bench = await openBench();
    for (const player of PLAYERS) bench.game.leave(player);
    const before = bench.server.commands.length;
    await bench.host.open(noListener);
    bench.game.join(alice);
    await bench.game.trigger(alice, 'games');
    expect(bench.server.commands.slice(before)[0]).toBe('scoreboard players enable @a menu');
  });

  it('transfers players only to servers whose address is configured', async () => {
    bench = await openBench({ transfers: new Map([['survival', { host: '::1', port: 25_570 }]]) });
    expect(await bench.host.move(alice, 'survival')).toBe(true);
    expect(bench.game.transfers).toEqual([`${ALICE} "::1" 25570`]);
    expect(await bench.host.move(alice, 'lobby')).toBe(false);
  });
});
