import type { BackendSettings as RoleSettings } from '../../backend/backend.ts';
import type { MenuTemplates } from '../../backend/menu-service.ts';
import type { BackendSettings } from '../../config/tables/backend-keys.ts';

/** The keys of menus, texts and the schedule; the lobby has them in a table of its own. */
export type MenuSettings = Omit<
  BackendSettings,
  | Extract<
      keyof BackendSettings,
      `${'server' | 'management' | 'rcon' | 'local' | 'menus.console'}.${string}`
    >
  | 'menus.host'
  | 'reboot.force'
  | 'reboot.fallbacks'
  | 'reboot.commands'
>;

/** The configured menus, texts and schedule. */
export function menuSettings(settings: MenuSettings): RoleSettings {
  return {
    templates: menuTemplates(settings),
    texts: {
      notAllowed: settings['messages.notAllowed'],
      unavailable: settings['messages.unavailable'],
      expired: settings['messages.expired'],
      notMoved: settings['messages.notMoved'],
      banned: settings['messages.banned'],
      restarting: settings['messages.restarting'],
      notRestarting: settings['messages.notRestarting'],
    },
    allowed: { ban: settings['ban.allowed'], reboot: settings['reboot.allowed'] },
    reasons: settings['ban.reasons'],
    schedule: { patterns: settings['reboot.schedule'], timezone: settings['reboot.timezone'] },
  };
}

function menuTemplates(settings: MenuSettings): MenuTemplates {
  const arrows = { previous: settings['menus.previous'], next: settings['menus.next'] };
  return {
    games: {
      ...arrows,
      title: settings['menus.games.title'],
      rows: settings['menus.games.rows'],
      fill: settings['menus.games.fill'],
      items: settings['menus.games.items'],
      empty: settings['menus.games.empty'],
    },
    hubs: {
      ...arrows,
      title: settings['menus.hubs.title'],
      rows: settings['menus.hubs.rows'],
      fill: settings['menus.hubs.fill'],
      items: settings['menus.hubs.items'],
      empty: settings['menus.hubs.empty'],
    },
    ban: {
      ...arrows,
      rows: settings['menus.ban.rows'],
      fill: settings['menus.ban.fill'],
      titles: {
        player: settings['menus.ban.titles.player'],
        time: settings['menus.ban.titles.time'],
        reason: settings['menus.ban.titles.reason'],
        confirm: settings['menus.ban.titles.confirm'],
        banning: settings['menus.ban.titles.banning'],
      },
      items: {
        player: settings['menus.ban.items.player'],
        time: settings['menus.ban.items.time'],
        reason: settings['menus.ban.items.reason'],
        confirm: settings['menus.ban.items.confirm'],
        failed: settings['menus.ban.items.failed'],
        back: settings['menus.ban.items.back'],
        cancel: settings['menus.ban.items.cancel'],
        nobody: settings['menus.ban.items.nobody'],
        banning: settings['menus.ban.items.banning'],
      },
    },
    reboot: {
      title: settings['menus.reboot.title'],
      rows: settings['menus.reboot.rows'],
      fill: settings['menus.reboot.fill'],
      yes: settings['menus.reboot.yes'],
      no: settings['menus.reboot.no'],
    },
    wayBack: {
      title: settings['menus.wayBack.title'],
      rows: settings['menus.wayBack.rows'],
      fill: settings['menus.wayBack.fill'],
      yes: settings['menus.wayBack.yes'],
      no: settings['menus.wayBack.no'],
    },
  };
}
