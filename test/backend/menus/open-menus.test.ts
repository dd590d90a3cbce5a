import { expect, it } from 'vitest';
import type { HostPlayer, MenuHost } from '../../../src/backend/menus/menu-host.ts';
import { OpenMenus, type Screen } from '../../../src/backend/menus/open-menus.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';

const person = (number: number): HostPlayer => ({
  uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as Uuid,
  name: `Player${number}`,
});

it('beyond 5 000 menus the one is forgotten that was not used for longest, and its screen ends', () => {
  const shown: number[] = [];
  const host = {
    refreshes: false,
    show: async (_player: HostPlayer, showing: number) => void shown.push(showing),
    hide: async () => undefined,
  } as unknown as MenuHost;
  const menus = new OpenMenus(host, new KeptLog(), () => 0);
  const ended: string[] = [];
  const open = (number: number): void => {
    const player = person(number);
    const screen: Screen = {
      isLive: false,
      draw: () => ({
        view: { title: [], rows: 1, items: [] },
        step: '',
        offers: new Map([[0, 'something']]),
        click: () => undefined,
      }),
      end: () => {
        ended.push(player.name);
        // As a walk does that is called off.
        menus.close(player.uuid, screen);
      },
    };
    menus.open(player, screen);
  };
  for (let number = 0; number < 5_000; number += 1) open(number);
  expect(menus.click(person(0).uuid, shown[0] ?? 0, 0)).toBe(true);
  open(5_000);
  expect(ended).toEqual(['Player1']);
  menus.left(person(2).uuid);
  expect(ended).toEqual(['Player1', 'Player2']);
  menus.closeAll();
  expect(ended).toHaveLength(5_001);
});
