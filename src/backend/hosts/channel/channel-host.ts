import type { WebSocket } from 'ws';
import type { BackendMessageOf, HostMessageOf } from '../../../channel/protocol/host-messages.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TextRun } from '../../../domain/text/text.ts';
import { componentOf, HEX_PROTOCOL } from '../../../domain/text/text-component.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { ConnectionFaults } from '../../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { HostPlayer, MenuListener, MenuHost } from '../../menus/menu-host.ts';
import type { MenuView } from '../../menus/menu-view.ts';
import { HostConnection, type HostReport, type HostRequest } from './host-connection.ts';

/** What the game reports of itself. */
export type GameReport = Omit<HostMessageOf<'game.report'>, 'type'>;

export interface ChannelHostOptions {
  /** Name of the server. */
  readonly server: string;
  readonly render: (player: Uuid | null, text: string) => string;
  /** The game reported something of itself. */
  readonly report: (report: GameReport) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Menus shown by another program, which speaks the frames of `host-messages.ts`. The one that connected last counts. */
export class ChannelHost implements MenuHost {
  readonly refreshes = true;
  readonly #options: ChannelHostOptions;
  readonly #faults: ConnectionFaults;
  #connection: HostConnection | null = null;
  #listener: MenuListener | null = null;
  #isClosed = false;

  constructor(options: ChannelHostOptions) {
    this.#options = options;
    this.#faults = new ConnectionFaults('menu-host', options);
  }

  /** A program has connected with the right secret. */
  attach(socket: WebSocket): void {
    if (this.#isClosed) return socket.terminate();
    const { server, clock, logger } = this.#options;
    const connection: HostConnection = new HostConnection(socket, {
      server,
      receive: (report) => this.#receive(report),
      greeted: () => {
        this.#connection?.replace();
        this.#connection = connection;
      },
      closed: () => {
        if (this.#connection === connection) this.#connection = null;
      },
      clock,
      logger,
      faults: this.#faults,
    });
  }

  async open(listener: MenuListener): Promise<void> {
    this.#listener = listener;
  }

  async show({ uuid }: HostPlayer, showing: number, view: MenuView): Promise<void> {
    await this.#requireOk({
      type: 'menu.show',
      uuid,
      showing,
      title: component(view.title),
      rows: view.rows,
      items: view.items.map(({ name, lore, ...item }) => ({
        ...item,
        name: component(name),
        lore: lore.map(component),
      })),
    });
  }

  async hide({ uuid }: HostPlayer): Promise<void> {
    await this.#request({ type: 'menu.hide', uuid });
  }

  async tell({ uuid }: HostPlayer, words: readonly TextRun[]): Promise<void> {
    await this.#requireOk({ type: 'menu.tell', uuid, message: component(words) });
  }

  move({ uuid }: HostPlayer, server: string): Promise<boolean> {
    return this.#request({ type: 'player.move', uuid, server });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    this.#faults.close();
  }

  async #requireOk(request: HostRequest): Promise<void> {
    if (await this.#request(request)) return;
    throw new AppError('platform_unavailable', 'The menu host could not do it');
  }

  async #request(request: HostRequest): Promise<boolean> {
    if (this.#connection === null || this.#isClosed) {
      throw new AppError('platform_unavailable', 'No menu host is connected');
    }
    return this.#connection.request(request);
  }

  #receive(report: HostReport): BackendMessageOf<'placeholders.rendered'> | undefined {
    switch (report.type) {
      case 'menu.command':
        this.#listener?.command(report, report.command, report.argument);
        return undefined;
      case 'menu.click':
        this.#listener?.click(report, report.showing, report.slot);
        return undefined;
      case 'menu.closed':
        this.#listener?.closed(report, report.showing);
        return undefined;
      case 'player.left':
        this.#listener?.left(report.uuid);
        return undefined;
      case 'game.report': {
        const { type: _type, ...game } = report;
        this.#options.report(game);
        return undefined;
      }
      default: {
        const { id, player, texts } = report;
        const filled = texts.map((text) => this.#options.render(player, text));
        return { type: 'placeholders.rendered', re: id, texts: filled };
      }
    }
  }
}

function component(runs: readonly TextRun[]): unknown {
  return componentOf(runs, HEX_PROTOCOL);
}
