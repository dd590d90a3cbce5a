import type { ServerClient } from 'minecraft-protocol';
import type { HostPlayer } from '../../../../src/backend/menus/menu-host.ts';
import type { MenuCommand } from '../../../../src/domain/menu-command.ts';
import { type MenuView, SLOTS_IN_ROW } from '../../../../src/backend/menus/menu-view.ts';
import type { TextRun } from '../../../../src/domain/text/text.ts';
import { sectionText } from '../../../../src/domain/text/text-component.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import { systemClock } from '../../../../src/runtime/clock.ts';
import { connectMessage, proxyChannel } from '../forwarding/proxy-connect.ts';
import { readCommand } from './commands.ts';
import { FLOOR } from './platform-chunk.ts';
import { middlePosition } from './enter-game.ts';
import { packetText } from './game-text.ts';
import { type GameVersion, recordOf } from './game-version.ts';
import { type ItemWriter, itemWriter } from './items.ts';

/** What a player does in menus and by commands. */
export interface PlayerEvents {
  command(player: LobbyPlayer, command: MenuCommand, argument: string): void;
  click(player: LobbyPlayer, showing: number, slot: number): void;
  closed(player: LobbyPlayer, showing: number): void;
}

/** Since 1.14 the type of a window is a number: this is a chest of one row. */
const CHEST_OF_ONE_ROW = 0;
const NUMBERED_WINDOWS = 477;
/** The slots of the player's inventory, which every window shows below its own. */
const OWN_SLOTS = 36;
/** Since 1.17.1 `window_items` also holds the item on the cursor. */
const CURSOR_IN_WINDOW = 756;
/** Too short to be noticed. */
const RESTORE_AFTER_MS = 30;
/** A whole window is sent again; nobody aims at items faster than this. */
const RESTORE_EVERY_MS = 500;
const MAX_WINDOW_ID = 100;
/** Modes of clicks on an item: with the mouse, and with shift held. */
const CLICKS: readonly unknown[] = [0, 1];
/** A client with more still to read is disconnected. Who enters is sent some sixty packets. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const MAX_WAITING_PACKETS = 256;
/** How far from the platform a player may get, in blocks. */
const MAX_DISTANCE = 24;
const TITLE_ACTION_BAR = 2;
/** The first protocol in which the title packet knows the action bar (1.11). */
const TITLE_WITH_ACTION_BAR = 315;
const POSITION = { system: 1, actionBar: 2 };
const NO_SENDER = '00000000-0000-0000-0000-000000000000';

interface OpenWindow {
  readonly id: number;
  readonly showing: number;
  readonly view: MenuView;
}

/** One player in the lobby: shows them menus and text, and reports what they do. */
export class LobbyPlayer implements HostPlayer {
  readonly uuid: Uuid;
  readonly name: string;
  readonly #client: ServerClient;
  readonly #version: GameVersion;
  readonly #items: ItemWriter;
  readonly #events: PlayerEvents;
  #window: OpenWindow | null = null;
  #lastWindow = 0;
  #isRestoring = false;
  #lastRestored = Number.NEGATIVE_INFINITY;

  constructor({ uuid, name }: HostPlayer, client: ServerClient, version: GameVersion, events: PlayerEvents) {
    this.uuid = uuid;
    this.name = name;
    this.#client = client;
    this.#version = version;
    this.#items = itemWriter(version);
    this.#events = events;
    this.#listen();
  }

  show(showing: number, view: MenuView): void {
    const before = this.#window;
    const isSame = before?.showing === showing && isSameWindow(before.view, view);
    this.#window = { id: isSame ? before.id : this.#nextWindow(), showing, view };
    if (!isSame) this.#openWindow(this.#window);
    this.#fillWindow(this.#window);
  }

  hide(): void {
    if (this.#window === null) return;
    this.#write('close_window', { windowId: this.#window.id });
    this.#window = null;
  }

  tell(words: readonly TextRun[]): void {
    const text = packetText(words, this.#version.protocol);
    if (this.#version.sends('system_chat')) {
      this.#write('system_chat', { content: text, type: POSITION.system, isActionBar: false });
    } else this.#write('chat', { message: text, position: POSITION.system, sender: NO_SENDER });
  }

  /** The line above the hotbar; it fades after three seconds. */
  showActionBar(words: readonly TextRun[]): void {
    const { protocol } = this.#version;
    const text = packetText(words, protocol);
    if (this.#version.sends('action_bar')) this.#write('action_bar', { text });
    else if (protocol >= TITLE_WITH_ACTION_BAR) this.#write('title', { action: TITLE_ACTION_BAR, text });
    else if (this.#version.sends('chat')) {
      // Clients before 1.11 read the colours of this line from codes alone.
      const message = JSON.stringify({ text: sectionText(words) });
      this.#write('chat', { message, position: POSITION.actionBar });
    }
  }

  /** Tells the proxy to move the player; it does not answer. */
  connect(server: string): void {
    const channel = proxyChannel(this.#version.protocol);
    this.#write('custom_payload', { channel, data: connectMessage(server) });
  }

  /** Disconnects the player with this message. */
  disconnect(message: string): void {
    this.#client.end(message);
  }

  #openWindow({ id, view }: OpenWindow): void {
    const { protocol } = this.#version;
    const isNumbered = protocol >= NUMBERED_WINDOWS;
    this.#write('open_window', {
      windowId: id,
      inventoryType: isNumbered ? CHEST_OF_ONE_ROW + view.rows - 1 : 'minecraft:chest',
      windowTitle: packetText(view.title, protocol),
      slotCount: view.rows * SLOTS_IN_ROW,
    });
  }

  #fillWindow({ id, view }: OpenWindow): void {
    const { nothing } = this.#items;
    const slots: unknown[] = Array.from({ length: view.rows * SLOTS_IN_ROW + OWN_SLOTS }, () => nothing);
    for (const item of view.items) slots[item.slot] = this.#items.item(item);
    this.#write('window_items', { windowId: id, stateId: 0, items: slots, carriedItem: nothing });
  }

  /** Restores the items that a click has moved in the player's view; many clicks at once are undone by one packet. */
  #restoreItems(): void {
    if (this.#isRestoring) return;
    this.#isRestoring = true;
    const due = this.#lastRestored + RESTORE_EVERY_MS - systemClock.elapsed();
    systemClock.setTimeout(
      () => {
        this.#isRestoring = false;
        if (this.#window === null) return;
        this.#lastRestored = systemClock.elapsed();
        this.#fillWindow(this.#window);
        if (this.#version.protocol >= CURSOR_IN_WINDOW) return;
        this.#write('set_slot', { windowId: -1, slot: -1, item: this.#items.nothing });
      },
      Math.max(RESTORE_AFTER_MS, due),
    );
  }

  #nextWindow(): number {
    this.#lastWindow = (this.#lastWindow % MAX_WINDOW_ID) + 1;
    return this.#lastWindow;
  }

  #listen(): void {
    const client = this.#client;
    client.on('window_click', (packet: unknown) => this.#clicked(recordOf(packet)));
    client.on('close_window', (packet: unknown) => this.#closedWindow(recordOf(packet)));
    client.on('chat', (packet: unknown) => {
      const { message } = recordOf(packet);
      if (typeof message === 'string' && message.startsWith('/')) this.#typed(message.slice(1));
    });
    for (const event of ['chat_command', 'chat_command_signed']) {
      client.on(event, (packet: unknown) => {
        const { command } = recordOf(packet);
        if (typeof command === 'string') this.#typed(command);
      });
    }
    for (const event of ['position', 'position_look']) {
      client.on(event, (packet: unknown) => this.#moved(recordOf(packet)));
    }
  }

  #clicked({ windowId, slot, mode }: Readonly<Record<string, unknown>>): void {
    const window = this.#window;
    if (window === null || windowId !== window.id) return;
    this.#restoreItems();
    const item = window.view.items.find((one) => one.slot === slot);
    if (item?.clickable === true && CLICKS.includes(mode))
      this.#events.click(this, window.showing, item.slot);
  }

  #closedWindow({ windowId }: Readonly<Record<string, unknown>>): void {
    const window = this.#window;
    if (window === null || windowId !== window.id) return;
    this.#window = null;
    this.#events.closed(this, window.showing);
  }

  #typed(text: string): void {
    const typed = readCommand(text);
    if (typed !== undefined) this.#events.command(this, typed.command, typed.argument);
  }

  #moved({ x, y, z }: Readonly<Record<string, unknown>>): void {
    const isNear = isNearEnough(x, 8) && isNearEnough(y, FLOOR) && isNearEnough(z, 8);
    if (!isNear) this.#write('position', middlePosition(this.#version.protocol));
  }

  #write(packet: string, fields: unknown): void {
    if (this.#client.ended) return;
    if (isFarBehind(this.#client)) this.#client.socket.destroy();
    else this.#client.write(packet, fields);
  }
}

function isNearEnough(value: unknown, from: number): boolean {
  return Math.abs(Number(value) - from) <= MAX_DISTANCE;
}

function isSameWindow(one: MenuView, other: MenuView): boolean {
  return one.rows === other.rows && JSON.stringify(one.title) === JSON.stringify(other.title);
}

/** Behind a socket that is full, packets wait in the library's serializer, which its types do not show. */
function isFarBehind(client: ServerClient): boolean {
  const serializer: unknown = Reflect.get(client, 'serializer');
  return (
    client.socket.writableLength > MAX_WAITING_BYTES || writableLengthOf(serializer) > MAX_WAITING_PACKETS
  );
}

function writableLengthOf(stream: unknown): number {
  return typeof stream === 'object' && stream !== null && 'writableLength' in stream
    ? Number(stream.writableLength)
    : 0;
}
