import { once } from 'node:events';
import minecraftData from 'minecraft-data';
import minecraft, { type Client } from 'minecraft-protocol';
import { parseUuid, type Uuid } from '../../../src/domain/uuid.ts';
import { recordOf } from '../src/game/game-version.ts';
import { wordsOf } from './game-words.ts';

type Packet = Readonly<Record<string, unknown>>;

export interface SeenItem {
  readonly slot: number;
  /** The number in this version; before 1.13 with the kind behind it, as in `35:14`. */
  readonly id: string;
  readonly amount: number;
  readonly name: string;
  readonly lore: readonly string[];
  readonly glows: boolean;
}

export interface SeenWindow {
  readonly id: number;
  readonly title: string;
  readonly rows: number;
  readonly items: readonly SeenItem[];
}

export interface ClientOptions {
  /** What the client says it wants to reach, as a proxy writes it. */
  readonly host?: string;
  /** Before the client says anything. */
  readonly onConnect?: (client: Client) => void;
}

/** A real client of the game, without an account, and what its player sees. */
export class LobbyClient {
  readonly client: Client;
  readonly protocol: number;
  /** Settles when the client is in the game, or with the words of the refusal. */
  readonly playing: Promise<void>;
  readonly gone: Promise<void>;
  readonly lines: string[] = [];
  readonly actionBar: string[] = [];
  readonly pluginMessages: { readonly channel: string; readonly data: Buffer }[] = [];
  readonly packets: string[] = [];
  window: SeenWindow | null = null;
  /** What the player read at the end. */
  words = '';
  isGone = false;
  #wake: (() => void)[] = [];

  constructor(port: number, version: string, username: string, options: ClientOptions = {}) {
    this.protocol = Number(minecraftData(version).version.version);
    this.client = minecraft.createClient({
      host: '127.0.0.1',
      port,
      version,
      username,
      auth: 'offline',
      hideErrors: true,
      profilesFolder: false,
      ...(options.host === undefined ? {} : { fakeHost: options.host }),
    });
    options.onConnect?.(this.client);
    this.#listen();
    this.gone = this.#end();
    this.playing = this.#enter();
    this.playing.catch(() => {});
  }

  /** Who the client thinks it is. */
  get uuid(): Uuid {
    const uuid = parseUuid(this.client.uuid);
    if (uuid === undefined) throw new Error('not logged in');
    return uuid;
  }

  /** Resolves once this is so. */
  async until(fits: () => boolean): Promise<void> {
    while (!fits()) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  /** A window whose title is this, once it is there. */
  async sees(title: string): Promise<SeenWindow> {
    await this.until(() => (this.window?.title === title && this.window.items.length > 0) || this.isGone);
    if (this.window === null) throw new Error(`gone: ${this.words}`);
    return this.window;
  }

  type(command: string): void {
    const { protocol } = this;
    if (protocol < 759) this.client.write('chat', { message: `/${command}` });
    else if (protocol >= 766) this.client.write('chat_command', { command });
    else {
      this.client.write('chat_command', {
        command,
        timestamp: 0n,
        salt: 0n,
        argumentSignatures: [],
        signedPreview: false,
        previousMessages: [],
        messageCount: 0,
        acknowledged: Buffer.alloc(3),
      });
    }
  }

  click(slot: number): void {
    const { protocol } = this;
    const nothing = protocol >= 393 ? { present: false } : { blockId: -1 };
    const carried = protocol >= 770 ? undefined : protocol >= 766 ? { itemCount: 0 } : nothing;
    this.client.write('window_click', {
      windowId: this.window?.id,
      stateId: 0,
      slot,
      mouseButton: 0,
      action: 1,
      mode: 0,
      item: nothing,
      changedSlots: [],
      cursorItem: carried,
    });
  }

  closeWindow(): void {
    this.client.write('close_window', { windowId: this.window?.id });
    this.window = null;
  }

  async leave(): Promise<void> {
    this.client.end();
    await this.gone;
  }

  async #end(): Promise<void> {
    await once(this.client, 'end');
    this.isGone = true;
    this.#changed();
  }

  async #enter(): Promise<void> {
    await this.until(() => this.packets.includes('map_chunk') || this.isGone);
    if (this.isGone) throw new Error(this.words);
  }

  #listen(): void {
    const on = (name: string, hear: (packet: Packet) => void): void => {
      this.client.on(name, (packet: unknown) => {
        hear(recordOf(packet));
        this.#changed();
      });
    };
    this.client.on('packet', (_packet: unknown, { name }: { name: string }) => {
      this.packets.push(name);
      this.#changed();
    });
    this.client.on('error', (error) => {
      this.words ||= String(error);
    });
    for (const name of ['disconnect', 'kick_disconnect']) {
      on(name, ({ reason }) => {
        this.words = wordsOf(reason);
      });
    }
    on('open_window', ({ windowId, windowTitle, inventoryType, slotCount }) => {
      const rows = typeof inventoryType === 'number' ? inventoryType + 1 : Number(slotCount) / 9;
      this.window = { id: Number(windowId), title: wordsOf(windowTitle), rows, items: [] };
    });
    on('window_items', ({ windowId, items }) => {
      if (this.window === null || windowId !== this.window.id || !Array.isArray(items)) return;
      const shown = items
        .slice(0, this.window.rows * 9)
        .flatMap((item, slot) => seenItem(recordOf(item), slot));
      this.window = { ...this.window, items: shown };
    });
    on('close_window', () => {
      this.window = null;
    });
    on('system_chat', ({ content, isActionBar }) => {
      (isActionBar === true ? this.actionBar : this.lines).push(wordsOf(content));
    });
    on('chat', ({ message, position }) => {
      (position === 2 ? this.actionBar : this.lines).push(wordsOf(message));
    });
    on('action_bar', ({ text }) => void this.actionBar.push(wordsOf(text)));
    on('title', ({ action, text }) => {
      if (action === 2) this.actionBar.push(wordsOf(text));
    });
    on('custom_payload', ({ channel, data }) => {
      if (Buffer.isBuffer(data)) this.pluginMessages.push({ channel: String(channel), data });
    });
  }

  #changed(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const up of wake) up();
  }
}

function seenItem(item: Packet, slot: number): SeenItem[] {
  const amount = Number(item['itemCount'] ?? 0);
  if (amount === 0) return [];
  const { itemId, blockId, itemDamage } = item;
  const id = itemId === undefined ? `${Number(blockId)}:${Number(itemDamage)}` : `${Number(itemId)}`;
  if (Array.isArray(item['components'])) {
    const components = item['components'].map((component) => recordOf(component));
    const find = (type: string): unknown =>
      components.find((component) => component['type'] === type)?.['data'];
    const lore = find('lore');
    return [
      {
        slot,
        id,
        amount,
        name: wordsOf(find('custom_name')),
        lore: Array.isArray(lore) ? lore.map(wordsOf) : [],
        glows: find('enchantment_glint_override') === true,
      },
    ];
  }
  const tag = recordOf(plain(item['nbtData']));
  const display = recordOf(tag['display']);
  const lore = display['Lore'];
  return [
    {
      slot,
      id,
      amount,
      name: wordsOf(display['Name']),
      lore: Array.isArray(lore) ? lore.map(wordsOf) : [],
      glows: tag['ench'] !== undefined || tag['Enchantments'] !== undefined,
    },
  ];
}

/** A tag without its types. */
function plain(tag: unknown): unknown {
  const { type, value } = recordOf(tag);
  if (type === 'compound') {
    return Object.fromEntries(Object.entries(recordOf(value)).map(([key, part]) => [key, plain(part)]));
  }
  if (type !== 'list') return value;
  const list = recordOf(value);
  return Array.isArray(list['value'])
    ? list['value'].map((part: unknown) => plain({ type: list['type'], value: part }))
    : [];
}
