import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/runtime/clock.ts';
import { ChannelHost } from '../../../src/backend/hosts/channel/channel-host.ts';
import { type LocalServer, openLocalServer } from '../../../src/backend/local/local-server.ts';
import type { HostPlayer, MenuListener } from '../../../src/backend/menus/menu-host.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type HostBench, menuHostContract, type SeenMenu } from '../../contract/menu-host.ts';
import { ALICE, BOB, KeptLog, SECRET } from '../../channel/channel-fixture.ts';

type Frame = Readonly<Record<string, unknown>> & { readonly type: string };
interface Part {
  readonly text?: string;
  readonly extra?: readonly Part[];
}
interface Item {
  readonly slot: number;
  readonly name: Part;
  readonly clickable: boolean;
}

const PLAYERS: readonly [HostPlayer, HostPlayer] = [
  { uuid: ALICE, name: 'Alice' },
  { uuid: BOB, name: 'Bob' },
];

function wordsOf({ text = '', extra = [] }: Part): string {
  return text + extra.map(wordsOf).join('');
}

/** A menu host as another program: a socket, and what it does with the frames. */
class Plugin {
  readonly frames: Frame[] = [];
  readonly menus = new Map<Uuid, { showing: number; title: string; items: Item[] } | null>();
  readonly lines: { uuid: unknown; words: string }[] = [];
  readonly gone = new Set<unknown>();
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly changed = new EventEmitter();
  /** Answers nothing. */
  isMute = false;
  /** Servers to which it moves players by itself. */
  moves: readonly string[] = [];

  constructor(port: number, secret = SECRET) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/channel`, ['net.channel.v1'], {
      headers: { authorization: `Bearer ${secret}` },
    });
    this.socket.on('message', (data) => this.#receive(JSON.parse((data as Buffer).toString()) as Frame));
    this.closed = new Promise((resolve) => this.socket.on('close', (code) => resolve(code)));
    this.socket.on('error', () => {});
  }

  static async greet(port: number): Promise<Plugin> {
    const plugin = new Plugin(port);
    await once(plugin.socket, 'open');
    plugin.send({ type: 'host.hello', platform: 'test', version: '1', protocol: 1 });
    await plugin.next('host.welcome');
    return plugin;
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  async next(type: string): Promise<Frame> {
    for (;;) {
      const found = this.frames.find((frame) => frame.type === type);
      if (found !== undefined) {
        this.frames.splice(this.frames.indexOf(found), 1);
        return found;
      }
      await once(this.changed, 'change');
    }
  }

  #receive(frame: Frame): void {
    const uuid = frame['uuid'] as Uuid;
    const isDone = !this.gone.has(uuid) && this.#do(frame, uuid);
    if ('id' in frame && !this.isMute) {
      const answer = isDone
        ? { type: 'ok', re: frame['id'] }
        : { type: 'error', re: frame['id'], code: 'platform_unavailable', detail: '' };
      this.send(answer);
    }
    this.frames.push(frame);
    this.changed.emit('change');
  }

  #do(frame: Frame, uuid: Uuid): boolean {
    if (frame.type === 'menu.show') {
      const showing = frame['showing'] as number;
      this.menus.set(uuid, {
        showing,
        title: wordsOf(frame['title'] as Part),
        items: frame['items'] as Item[],
      });
    } else if (frame.type === 'menu.hide') this.menus.set(uuid, null);
    else if (frame.type === 'menu.tell') this.lines.push({ uuid, words: wordsOf(frame['message'] as Part) });
    else if (frame.type === 'player.move') return this.moves.includes(frame['server'] as string);
    return true;
  }
}

interface Bench extends HostBench {
  readonly host: ChannelHost;
  readonly plugin: Plugin;
  readonly local: LocalServer;
  readonly reports: object[];
}

async function openBench(): Promise<Bench> {
  const logger = new KeptLog();
  const reports: object[] = [];
  const host = new ChannelHost({
    server: 'arena',
    render: (player, text) => text.replace('%portcullis_online%', player ?? 'nobody'),
    report: (report) => reports.push(report),
    clock: systemClock,
    logger,
  });
  const local = await openLocalServer({
    listen: { host: '127.0.0.1', port: 0 },
    placeholders: { list: () => [], render: () => [] },
    channel: { secret: SECRET, attach: (socket) => host.attach(socket) },
    clock: systemClock,
    logger,
  });
  const plugin = await Plugin.greet(local.port);
  const menuOf = ({ uuid }: HostPlayer): SeenMenu | null => {
    const menu = plugin.menus.get(uuid) ?? null;
    const choices = menu?.items.filter(({ clickable }) => clickable).map(({ name }) => wordsOf(name)) ?? [];
    return menu && { title: menu.title, choices };
  };
  return {
    host,
    plugin,
    local,
    reports,
    players: PLAYERS,
    sees: async (player, fits) => {
      for (;;) {
        const menu = menuOf(player);
        if (fits(menu)) return menu;
        await once(plugin.changed, 'change');
      }
    },
    type: async (player, command) => plugin.send({ type: 'menu.command', ...player, command, argument: '' }),
    click: async (player, choice) => {
      const menu = plugin.menus.get(player.uuid);
      const item = menu?.items.filter(({ clickable }) => clickable)[choice];
      plugin.send({ type: 'menu.click', ...player, showing: menu?.showing, slot: item?.slot });
    },
    reads: async ({ uuid }) => {
      for (;;) {
        const at = plugin.lines.findIndex((line) => line.uuid === uuid);
        const [line] = at < 0 ? [] : plugin.lines.splice(at, 1);
        if (line !== undefined) return line.words;
        await once(plugin.changed, 'change');
      }
    },
    leave: async ({ uuid }) => {
      plugin.gone.add(uuid);
      plugin.send({ type: 'player.left', uuid });
    },
    unwantedCommands: () => [],
    close: async () => {
      await host.close();
      await local.close();
    },
  };
}

menuHostContract('a menu host on the channel', openBench);

describe('a menu host on the channel', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());
  const [alice] = PLAYERS;
  const noListener: MenuListener = { command: () => {}, click: () => {}, closed: () => {}, left: () => {} };

  it('is refused without the secret', async () => {
    const stranger = new Plugin(bench.local.port, 'x'.repeat(32));
    const [, response] = (await once(stranger.socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ];
    expect(response.statusCode).toBe(401);
    stranger.socket.terminate();
  });

  it('reports the text after a command, and that a menu was closed', async () => {
    const heard = new Promise<string>((resolve) => {
      void bench.host.open({
        ...noListener,
        command: (_, command, argument) => resolve(`${command} ${argument}`),
      });
    });
    bench.plugin.send({ type: 'menu.command', ...alice, command: 'ban', argument: 'notch' });
    expect(await heard).toBe('ban notch');
    const closed = new Promise<number>((resolve) => {
      void bench.host.open({ ...noListener, closed: (_, showing) => resolve(showing) });
    });
    bench.plugin.send({ type: 'menu.closed', ...alice, showing: 9 });
    expect(await closed).toBe(9);
  });

  it('gets placeholders filled, for a player and for none', async () => {
    const texts = ['%portcullis_online% on', 'plain'];
    bench.plugin.send({ type: 'placeholders.render', id: 5, player: ALICE, texts });
    expect(await bench.plugin.next('placeholders.rendered')).toEqual({
      type: 'placeholders.rendered',
      re: 5,
      texts: [`${ALICE} on`, 'plain'],
    });
    bench.plugin.send({ type: 'placeholders.render', id: 6, player: null, texts: ['%portcullis_online%'] });
    expect((await bench.plugin.next('placeholders.rendered'))['texts']).toEqual(['nobody']);
  });

  it('passes on what the game reports of itself', async () => {
    bench.plugin.send({ type: 'game.report', state: 'RUNNING', canRejoin: true });
    bench.plugin.send({ type: 'placeholders.render', id: 1, player: null, texts: [] });
    await bench.plugin.next('placeholders.rendered');
    expect(bench.reports).toEqual([{ state: 'RUNNING', canRejoin: true }]);
  });

  it('resolves false for a player whom it cannot move', async () => {
    bench.plugin.moves = ['survival'];
    expect(await bench.host.move(alice, 'survival')).toBe(true);
    expect(await bench.host.move(alice, 'lobby')).toBe(false);
  });

  it('is replaced by the next one that connects', async () => {
    const next = await Plugin.greet(bench.local.port);
    expect(await bench.plugin.closed).toBe(4001);
    await bench.host.tell(alice, [{ text: 'hello', color: null, formats: [] }]);
    expect(next.lines).toEqual([{ uuid: ALICE, words: 'hello' }]);
  });

  it('gets an error for a wrong field, and is closed after ten frames that are no message', async () => {
    bench.plugin.send({ type: 'menu.click', id: 3 });
    expect(await bench.plugin.next('error')).toMatchObject({ re: 3, code: 'invalid_frame' });
    for (let frame = 0; frame < 10; frame += 1) bench.plugin.send({ type: 'nonsense' });
    expect(await bench.plugin.closed).toBe(1008);
  });

  it('is closed when its first frame is no hello', async () => {
    const mute = new Plugin(bench.local.port);
    await once(mute.socket, 'open');
    mute.send({ type: 'menu.command', ...alice, command: 'games', argument: '' });
    expect(await mute.closed).toBe(1008);
  });

  it('rejects what it has not answered when its connection is lost', async () => {
    bench.plugin.isMute = true;
    // And not because the answer is overdue, 5 s later.
    const rejected = expect(bench.host.tell(alice, [])).rejects.toThrow(
      'The connection to the menu host was lost',
    );
    await bench.plugin.next('menu.tell');
    bench.plugin.socket.terminate();
    await rejected;
  });

  it('rejects requests after its connection is lost', async () => {
    bench.plugin.socket.terminate();
    await bench.plugin.closed;
    await expect(bench.host.tell(alice, [])).rejects.toMatchObject({ code: 'platform_unavailable' });
  });
});
