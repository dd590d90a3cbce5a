import type { AgentClient } from '../channel/client/agent-client.ts';
import { MAX_NAME_LENGTH } from '../domain/player-name.ts';
import { AppError } from '../domain/errors.ts';
import type { MenuCommand } from '../domain/menu-command.ts';
import { parseText } from '../domain/text/text.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { BanOrder } from '../machines/ban-walk/context.ts';
import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { FoldedLog } from '../runtime/folded-log.ts';
import { RateLimiter } from '../runtime/limits/rate-limiter.ts';
import { isListed } from './allow-list.ts';
import type { HostPlayer, MenuListener, MenuHost } from './menus/menu-host.ts';
import type { BanMenuTemplate } from './menus/ban-menu.ts';
import type { ChoiceTemplate } from './menus/choice-menu.ts';
import { type Fillings, fillText } from './menus/fill-text.ts';
import { OpenMenus, type Screen } from './menus/open-menus.ts';
import { PlayerReach, type Reach, reaches } from './menus/player-reach.ts';
import { banScreen, choiceScreen, type ScreenDeps, serverScreen } from './menus/screens.ts';
import type { ServerMenuTemplate } from './menus/server-menu.ts';
import { type PlaceholderSource, placeholderValue } from './placeholders/placeholders.ts';

/** How each menu looks. */
export interface MenuTemplates {
  readonly games: ServerMenuTemplate;
  readonly hubs: ServerMenuTemplate;
  readonly ban: BanMenuTemplate;
  readonly reboot: ChoiceTemplate;
  readonly wayBack: ChoiceTemplate;
}

/** Texts that players read; the words in braces are filled in. */
export interface MenuTexts {
  readonly notAllowed: string;
  /** The coordinator is not connected or does not answer. */
  readonly unavailable: string;
  /** A click on a line or a slot that is not what the player was shown last. */
  readonly expired: string;
  /** `{server}` */
  readonly notMoved: string;
  /** `{player}`, `{time}`, `{reason}` */
  readonly banned: string;
  readonly restarting: string;
  /** `{failure}` */
  readonly notRestarting: string;
}

export interface MenuServiceOptions {
  /** Name of the server whose players see these menus. */
  readonly server: string;
  readonly host: MenuHost;
  /** Its requests reject while the coordinator is not connected. */
  readonly coordinator: Pick<AgentClient, 'request' | 'supports'>;
  readonly source: PlaceholderSource;
  readonly templates: MenuTemplates;
  readonly texts: MenuTexts;
  /** Names and uuids of players. */
  readonly allowed: { readonly ban: readonly string[]; readonly reboot: readonly string[] };
  readonly reasons: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * Clicks and commands of a player. A console may report several of one poll at once; what exceeds the rate is dropped. A hub
 * is full of players, and to show each a menu of 45 servers takes milliseconds.
 */
const CLICK_RATE = { burst: 5, everyMs: 250, remembered: 5_000 };
const COMMAND_RATE = { burst: 3, everyMs: 1_000, remembered: 5_000 };
/** Moves of a player: the coordinator drops a server's agent that sends too much, and all players are behind one. */
const MOVE_RATE = { burst: 3, everyMs: 2_000, remembered: 5_000 };
/** A busy network changes ten times a second, and a change draws every open menu again. */
const REFRESH_AFTER_MS = 250;

/** The menus of one server: turns what players type and click into requests to the coordinator. */
export class MenuService implements MenuListener {
  readonly #options: MenuServiceOptions;
  readonly #openMenus: OpenMenus;
  readonly #clicks: RateLimiter<Uuid>;
  readonly #commands: RateLimiter<Uuid>;
  readonly #moves: RateLimiter<Uuid>;
  readonly #reach: PlayerReach;
  readonly #reachFailures: FoldedLog;
  #refreshTimer: unknown = null;

  constructor(options: MenuServiceOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.#reach = new PlayerReach(options.host, options.coordinator, clock);
    this.#reachFailures = new FoldedLog({
      clock,
      logger,
      level: 'warn',
      event: 'menu.reach-unknown',
      by: 'code',
    });
    this.#openMenus = new OpenMenus(options.host, logger, options.random);
    this.#clicks = new RateLimiter({ clock, ...CLICK_RATE });
    this.#commands = new RateLimiter({ clock, ...COMMAND_RATE });
    this.#moves = new RateLimiter({ clock, ...MOVE_RATE });
  }

  open(): Promise<void> {
    return this.#options.host.open(this);
  }

  /** The network has changed: draws the menus that show it again, soon. */
  refresh(): void {
    this.#refreshTimer ??= this.#options.clock.setTimeout(() => {
      this.#refreshTimer = null;
      this.#openMenus.refresh();
    }, REFRESH_AFTER_MS);
  }

  command(player: HostPlayer, command: MenuCommand, argument: string): void {
    if (!this.#commands.allows(player.uuid)) return;
    const { templates, allowed } = this.#options;
    switch (command) {
      case 'games':
        return this.#openServers(player, templates.games, 'GAME');
      case 'hubs':
        return this.#openServers(player, templates.hubs, 'HUB');
      case 'ban':
        if (isListed(allowed.ban, player)) void this.#openBan(player, argument);
        else this.#say(player, this.#options.texts.notAllowed);
        return;
      default:
        if (isListed(allowed.reboot, player)) this.#openReboot(player);
        else this.#say(player, this.#options.texts.notAllowed);
    }
  }

  click(player: HostPlayer, showing: number, slot: number): void {
    if (!this.#clicks.allows(player.uuid)) return;
    if (!this.#openMenus.click(player.uuid, showing, slot)) this.#say(player, this.#options.texts.expired);
  }

  closed(player: HostPlayer, showing: number): void {
    this.#openMenus.closed(player.uuid, showing);
  }

  left(uuid: Uuid): void {
    this.#openMenus.left(uuid);
    this.#clicks.forget(uuid);
    this.#commands.forget(uuid);
    this.#moves.forget(uuid);
    this.#reach.forget(uuid);
  }

  /** Offers a player to go to a server that they can reach: by a menu, or only by a message while they see another menu. */
  offer(player: HostPlayer, server: string, message: string): void {
    if (!this.#reach.varies) return this.#offer(player, server, message);
    // The server has just come, and what was answered before it came does not name it.
    this.#reach.forget(player.uuid);
    void this.#withReach(player, (reach) => {
      if (reaches(reach, server)) this.#offer(player, server, message);
    });
  }

  #offer(player: HostPlayer, server: string, message: string): void {
    const { templates } = this.#options;
    this.#tell(player, message);
    if (this.#openMenus.isShownTo(player.uuid)) return;
    const deps = this.#screenDeps(player, { server });
    this.#openMenus.open(
      player,
      choiceScreen(deps, templates.wayBack, () => void this.#send(player, server)),
    );
  }

  async close(): Promise<void> {
    this.#options.clock.clearTimeout(this.#refreshTimer);
    this.#openMenus.closeAll();
    this.#reachFailures.close();
    await this.#options.host.close();
  }

  #openServers(player: HostPlayer, template: ServerMenuTemplate, type: string): void {
    if (!this.#reach.varies) return this.#showServers(player, template, type, { kind: 'all' });
    void this.#withReach(player, (reach) => {
      if (reach.kind === 'none') this.#say(player, reach.reason);
      else this.#showServers(player, template, type, reach);
    });
  }

  async #withReach(player: HostPlayer, use: (reach: Reach) => void): Promise<void> {
    try {
      use(await this.#reach.of(player));
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'unknown';
      this.#reachFailures.note(code, { uuid: player.uuid, err: error });
      this.#say(player, this.#options.texts.unavailable);
    }
  }

  #showServers(player: HostPlayer, template: ServerMenuTemplate, type: string, reach: Reach): void {
    const { source, server } = this.#options;
    const servers = () =>
      source
        .servers()
        .filter((one) => one.type === type && (one.name === server || reaches(reach, one.name)));
    const choose = (name: string): void => void this.#send(player, name);
    this.#openMenus.open(player, serverScreen(this.#screenDeps(player), template, servers, server, choose));
  }

  async #openBan(player: HostPlayer, search: string): Promise<void> {
    const { coordinator, templates, reasons, texts, clock } = this.#options;
    try {
      const answer = await coordinator.request({
        type: 'player.search',
        search: search.slice(0, MAX_NAME_LENGTH),
      });
      if (answer.type !== 'player.matches') throw new AppError('platform_unavailable');
      const screen: Screen = banScreen({
        ...this.#screenDeps(player),
        template: templates.ban,
        choices: { players: answer.players, reasons },
        ban: (order) => this.#ban(order),
        done: ({ player: banned, time, reason }) =>
          this.#say(player, texts.banned, { player: banned.name, time, reason }),
        clock,
      });
      this.#openMenus.open(player, screen);
    } catch (error) {
      this.#fail(player, 'menu.ban-not-opened', error);
    }
  }

  async #ban({ by, player, time, reason }: BanOrder): Promise<void> {
    const { uuid, name } = player;
    await this.#options.coordinator.request({ type: 'player.ban', by, uuid, name, time, reason });
    this.#options.logger.info({ event: 'menu.banned', uuid, time, by: by.uuid });
  }

  #openReboot(player: HostPlayer): void {
    const { templates, server } = this.#options;
    const deps = this.#screenDeps(player, { server });
    this.#openMenus.open(
      player,
      choiceScreen(deps, templates.reboot, () => void this.#reboot(player)),
    );
  }

  async #reboot(player: HostPlayer): Promise<void> {
    const { coordinator, texts, logger } = this.#options;
    try {
      await coordinator.request({ type: 'server.restart', by: { uuid: player.uuid, name: player.name } });
      this.#say(player, texts.restarting);
    } catch (error) {
      logger.warn({ event: 'menu.reboot-refused', by: player.uuid, err: error });
      const failure = error instanceof AppError ? error.message : '';
      this.#say(player, texts.notRestarting, { failure });
    }
  }

  async #send(player: HostPlayer, server: string): Promise<void> {
    const { host, coordinator, texts, logger } = this.#options;
    if (!this.#moves.allows(player.uuid)) return this.#say(player, texts.notMoved, { server });
    try {
      if (await host.move(player, server)) return;
      await coordinator.request({ type: 'player.send', uuid: player.uuid, server });
    } catch (error) {
      this.#reach.forget(player.uuid);
      logger.debug({ event: 'menu.not-moved', uuid: player.uuid, server, err: error });
      this.#say(player, texts.notMoved, { server });
    }
  }

  #fail(player: HostPlayer, event: string, error: unknown): void {
    this.#options.logger.warn({ event, uuid: player.uuid, err: error });
    this.#say(player, this.#options.texts.unavailable);
  }

  #screenDeps(player: HostPlayer, words: Readonly<Record<string, string>> = {}): ScreenDeps {
    return { openMenus: this.#openMenus, player, fillings: this.#fillings(player, words) };
  }

  #fillings(player: HostPlayer, words: Readonly<Record<string, string>>): Fillings {
    const { source } = this.#options;
    return {
      words: { viewer: player.name, ...words },
      placeholder: (params) => placeholderValue(source, player.uuid, params),
    };
  }

  #say(player: HostPlayer, template: string, words: Readonly<Record<string, string>> = {}): void {
    this.#tell(player, fillText(template, this.#fillings(player, words)));
  }

  #tell(player: HostPlayer, marked: string): void {
    const { host, logger } = this.#options;
    host.tell(player, parseText(marked)).catch((error: unknown) => {
      logger.debug({ event: 'menu.not-told', uuid: player.uuid, err: error });
    });
  }
}
