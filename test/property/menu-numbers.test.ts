import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenMenus } from '../../src/backend/menus/open-menus.ts';
import { serverScreen } from '../../src/backend/menus/screens.ts';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import { plainText } from '../../src/domain/text/text.ts';
import { FakeMenuHost, listed, PLAYER, settingsWith } from '../backend/backend-fixture.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { turn } from '../fixtures/test-clock.ts';

const names = ['hub1', 'hub2', 'hub3', 'hub4'];
/** A page of this menu holds seven entries and two arrows. */
const server = fc.record({
  name: fc.constantFrom(...names, ...names.map((name) => `${name}b`), 'hub5', 'hub6'),
  state: fc.constantFrom('IDLE' as const, 'OFFLINE' as const),
});
const operation = fc.oneof(
  fc.record({
    what: fc.constant('change' as const),
    servers: fc.uniqueArray(server, { selector: (one) => one.name }),
  }),
  fc.record({ what: fc.constantFrom('click' as const, 'open' as const), line: fc.nat(200) }),
);

it('a click chooses the server that stood in the clicked place when it was shown, or nothing', async () => {
  const { templates } = settingsWith({
    'menus.hubs.rows': 1,
    'menus.hubs.items': { DEFAULT: { material: 'stone', name: '{server}' } },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 30 }), async (operations) => {
      const host = new FakeMenuHost();
      const openMenus = new OpenMenus(host, new KeptLog(), () => 0);
      let servers: MenuServer[] = [];
      let chosen: string | undefined;
      const fillings = { words: {}, placeholder: () => '' };
      const deps = { openMenus, player: PLAYER, fillings };
      const screen = () =>
        serverScreen(
          deps,
          templates.hubs,
          () => servers,
          'own',
          (name) => (chosen = name),
        );
      const lines: { showing: number; slot: number; words: string }[] = [];
      openMenus.open(PLAYER, screen());
      for (const one of operations) {
        chosen = undefined;
        if (one.what === 'change') {
          servers = one.servers.map(({ name, state }) => listed(name, { state }));
          openMenus.refresh();
        } else if (one.what === 'open') openMenus.open(PLAYER, screen());
        else {
          const line = lines[one.line % Math.max(1, lines.length)];
          if (line !== undefined) openMenus.click(PLAYER.uuid, line.showing, line.slot);
          if (chosen !== undefined) expect(chosen).toBe(line?.words);
        }
        await turn();
        const { showing = 0, view } = host.shown.get(PLAYER.uuid) ?? {};
        for (const { slot, name } of view?.items ?? []) lines.push({ showing, slot, words: plainText(name) });
      }
    }),
  );
});
