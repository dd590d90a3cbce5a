import { createActor, fromPromise } from 'xstate';
import type { MenuServer } from '../../channel/protocol/coordinator-messages.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { BanOrder } from '../../machines/ban-walk/context.ts';
import { banWalkMachine } from '../../machines/ban-walk/machine.ts';
import type { HostPlayer } from './menu-host.ts';
import { BAN_STEPS, type BanChoices, type BanMenuTemplate, drawBanMenu } from './ban-menu.ts';
import { type ChoiceTemplate, drawChoice } from './choice-menu.ts';
import type { Fillings } from './fill-text.ts';
import type { OpenMenus, Screen } from './open-menus.ts';
import { layOutPage } from './menu-page.ts';
import { planServerMenu, type ServerMenuTemplate } from './server-menu.ts';

/** What every screen needs. */
export interface ScreenDeps {
  readonly openMenus: OpenMenus;
  readonly player: HostPlayer;
  readonly fillings: Fillings;
}

const nothing = (): void => {};

function offersOf(actions: ReadonlyMap<number, unknown>): Map<number, string> {
  return new Map(Array.from(actions, ([slot, action]) => [slot, JSON.stringify(action)]));
}

/** Servers to choose from; `own` is the server that the player is on. */
export function serverScreen(
  { openMenus, player, fillings }: ScreenDeps,
  template: ServerMenuTemplate,
  servers: () => readonly MenuServer[],
  own: string,
  choose: (server: string) => void,
): Screen {
  let wanted = 0;
  const screen: Screen = {
    isLive: true,
    draw: () => {
      const { view, page, actions } = layOutPage(planServerMenu(template, servers(), own, fillings), wanted);
      return {
        view,
        step: String(page),
        offers: offersOf(actions),
        click: (slot) => {
          const action = actions.get(slot);
          if (action?.type === 'page.turned') {
            wanted = action.page;
            openMenus.redraw(player.uuid, screen);
          } else if (action !== undefined) {
            openMenus.close(player.uuid, screen);
            choose(action.server);
          }
        },
      };
    },
    end: nothing,
  };
  return screen;
}

/** A question; both answers close the menu. */
export function choiceScreen(
  { openMenus, player, fillings }: ScreenDeps,
  template: ChoiceTemplate,
  accept: () => void,
): Screen {
  const screen: Screen = {
    isLive: false,
    draw: () => {
      const { view, actions } = drawChoice(template, fillings);
      return {
        view,
        step: '',
        offers: offersOf(actions),
        click: (slot) => {
          const action = actions.get(slot);
          if (action === undefined) return;
          openMenus.close(player.uuid, screen);
          if (action.type === 'choice.yes') accept();
        },
      };
    },
    end: nothing,
  };
  return screen;
}

/** What the screen of a ban needs. */
export interface BanScreenDeps extends ScreenDeps {
  readonly template: BanMenuTemplate;
  readonly choices: BanChoices;
  /** Rejects with the message that the admin reads. */
  readonly ban: (order: BanOrder) => Promise<void>;
  /** The ban is in force. */
  readonly done: (order: BanOrder) => void;
  readonly clock: Clock;
}

/** The steps to a ban. Closing the menu cancels them, but not a ban that is being set. */
export function banScreen(deps: BanScreenDeps): Screen {
  const { openMenus, player, fillings, template, choices, ban, done, clock } = deps;
  const machine = banWalkMachine.provide({
    actors: {
      banPlayer: fromPromise<void, BanOrder | null>(async ({ input }) => {
        if (input === null) throw new Error('Not everything was chosen');
        await ban(input);
        done(input);
      }),
    },
  });
  const walk = createActor(machine, { input: { by: { uuid: player.uuid, name: player.name } }, clock });
  const screen: Screen = {
    isLive: false,
    draw: () => {
      const snapshot = walk.getSnapshot();
      const step = BAN_STEPS.find((one) => snapshot.matches(one)) ?? 'choosingPlayer';
      const { view, actions } = drawBanMenu(step, snapshot.context, template, choices, fillings);
      return {
        view,
        // The same button bans whoever was chosen on the way to it.
        step: JSON.stringify([step, snapshot.context]),
        offers: offersOf(actions),
        click: (slot) => {
          const event = actions.get(slot);
          if (event !== undefined) walk.send(event);
        },
      };
    },
    end: () => {
      if (walk.getSnapshot().status === 'active') walk.send({ type: 'walk.cancel' });
    },
  };
  walk.subscribe({
    next: ({ status }) => {
      if (status === 'active') openMenus.redraw(player.uuid, screen);
      else openMenus.close(player.uuid, screen);
    },
    // A walk that fails has ended; the player closes the menu.
    error: nothing,
  });
  walk.start();
  return screen;
}
