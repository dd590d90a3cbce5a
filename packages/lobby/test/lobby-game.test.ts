import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuCommand } from '../../../src/domain/menu-command.ts';
import { parseText } from '../../../src/domain/text/text.ts';
import { LobbyHost } from '../src/lobby-host.ts';
import { LobbyClient } from './lobby-client.ts';
import { lobbyOptions } from './lobby-options.ts';
import { ALL_VERSIONS } from './versions.ts';

describe('clients of every version', () => {
  const heard: unknown[] = [];
  const host = new LobbyHost(lobbyOptions());
  beforeAll(() =>
    host.open({
      command: (player, command: MenuCommand, argument) => heard.push([player.name, command, argument]),
      click: (player, showing, slot) => heard.push([player.name, showing, slot]),
      closed: (player, showing) => heard.push([player.name, 'closed', showing]),
      left: () => {},
    }),
  );
  afterAll(() => host.close());

  it.each(ALL_VERSIONS)(
    '%s: stands in the lobby, types, sees a chest with the items, clicks',
    async (version) => {
      const name = `P${version.replaceAll('.', '_')}`;
      const client = new LobbyClient(host.port, version, name);
      await client.playing;
      const [player] = [...host.players].filter((one) => one.name === name);
      if (player === undefined) throw new Error('not in the lobby');

      client.type('ban Somebody');
      await expect.poll(() => heard).toContainEqual([name, 'ban', 'Somebody']);

      await host.show(player, 3, {
        title: parseText('&6Choose #12AB34here'),
        rows: 2,
        items: [
          {
            slot: 4,
            material: 'minecraft:red_wool',
            name: parseText('&aGo'),
            lore: [parseText('#FF0000one'), parseText('two')],
            amount: 7,
            glow: true,
            clickable: true,
          },
          {
            slot: 17,
            material: 'minecraft:nothing_like_it',
            name: [],
            lore: [],
            amount: 1,
            glow: false,
            clickable: false,
          },
        ],
      });
      const window = await client.sees('Choose here');
      expect(window.rows).toBe(2);
      expect(window.items).toMatchObject([
        { slot: 4, name: 'Go', lore: ['one', 'two'], amount: 7, glows: true },
        { slot: 17, name: '', lore: [], glows: false },
      ]);
      client.click(4);
      await expect.poll(() => heard).toContainEqual([name, 3, 4]);
      client.closeWindow();
      await expect.poll(() => heard).toContainEqual([name, 'closed', 3]);

      await host.tell(player, parseText('&aHello #FF8800you'));
      player.showActionBar(parseText('&cWaiting'));
      await client.until(() => client.lines.length > 0 && client.actionBar.length > 0);
      expect(client.lines).toEqual(['Hello you']);
      expect(client.actionBar).toEqual(['Waiting']);
      expect(client.words).toBe('');
      await client.leave();
    },
  );
});
