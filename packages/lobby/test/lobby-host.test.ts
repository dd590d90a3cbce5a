import type { HostPlayer, MenuListener } from '../../../src/backend/menus/menu-host.ts';
import type { MenuView } from '../../../src/backend/menus/menu-view.ts';
import { type HostBench, menuHostContract, type SeenMenu } from '../../../test/contract/menu-host.ts';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { LobbyHost } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';

const NAMES = ['Alice', 'Bob'] as const;

/** The lobby, in which two players are as soon as it is open. */
class PeopledHost extends LobbyHost {
  readonly clients = new Map<Uuid, LobbyClient>();
  readonly shown = new Map<Uuid, MenuView>();
  readonly #version: string;

  constructor(version: string) {
    super(lobbyOptions());
    this.#version = version;
  }

  override async open(listener: MenuListener): Promise<void> {
    await super.open(listener);
    for (const name of NAMES) {
      const client = new LobbyClient(this.port, this.#version, name);
      await client.playing;
      this.clients.set(offlineUuid(name), client);
    }
  }

  override async show(player: HostPlayer, showing: number, view: MenuView): Promise<void> {
    this.shown.set(player.uuid, view);
    await super.show(player, showing, view);
  }

  client({ uuid }: HostPlayer): LobbyClient {
    const client = this.clients.get(uuid);
    if (client === undefined) throw new Error('nobody of this name');
    return client;
  }
}

async function openBench(version: string): Promise<HostBench> {
  const host = new PeopledHost(version);
  /** Every item of a chest looks like one that can be clicked: which can, only the view says. */
  const choicesOf = (player: HostPlayer) => {
    const clickable = host.shown.get(player.uuid)?.items.filter((item) => item.clickable) ?? [];
    const slots = new Set(clickable.map((item) => item.slot));
    return host.client(player).window?.items.filter((item) => slots.has(item.slot)) ?? [];
  };
  const seenBy = (player: HostPlayer): SeenMenu | null => {
    const { window } = host.client(player);
    return window === null
      ? null
      : { title: window.title, choices: choicesOf(player).map(({ name }) => name) };
  };
  return {
    host,
    players: [
      { uuid: offlineUuid(NAMES[0]), name: NAMES[0] },
      { uuid: offlineUuid(NAMES[1]), name: NAMES[1] },
    ],
    async sees(player, fits) {
      // A window comes in two packets; one without items is not drawn yet.
      await host.client(player).until(() => {
        const menu = seenBy(player);
        return fits(menu) && (menu === null || menu.choices.length > 0);
      });
      return seenBy(player);
    },
    type: async (player, command) => host.client(player).type(command),
    click: async (player, choice) => host.client(player).click(choicesOf(player)[choice]?.slot ?? -1),
    async reads(player) {
      const { lines } = host.client(player);
      await host.client(player).until(() => lines.length > 0);
      return lines.shift() ?? '';
    },
    leave: async (player) => {
      await host.client(player).leave();
      await host.client(player).gone;
    },
    unwantedCommands: () => [],
    close: () => host.close(),
  };
}

for (const version of ['1.8.8', '1.16.5', '1.20.4', '1.21.11']) {
  menuHostContract(`The lobby, seen by ${version},`, () => openBench(version));
}
