import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Backend } from '../../src/backend/backend.ts';
import { ConsoleHost } from '../../src/backend/hosts/console/console-host.ts';
import type { HostPlayer } from '../../src/backend/menus/menu-host.ts';
import type { AgentRequest } from '../../src/channel/client/agent-client.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import { ADMIN, listed, settingsWith } from '../backend/backend-fixture.ts';
import { GameConsole } from '../backend/hosts/game-console.ts';
import { KeptLog } from '../channel/channel-fixture.ts';
import { fastClock } from '../fixtures/test-clock.ts';

const EXPIRED = 'That choice has expired. Use the newest menu, or open it again.';
const person = (digit: number) => ({
  uuid: `${digit}3333333-3333-4333-8333-333333333333`,
  name: `Player${digit}`,
  server: 'arena',
});
/** Stays in the chat for as long as the process lives that showed it, and longer. */
type Line = string;

/** Menus of a game server's console; the game outlives the process that shows them. */
class Chat {
  readonly requests: AgentRequest[] = [];
  bans = true;
  readonly game: GameConsole;
  readonly #server = { answer: (_command: string): string => '' };
  readonly #style: 'chat' | 'dialog';

  constructor(style: 'chat' | 'dialog') {
    this.#style = style;
    this.game = new GameConsole(this.#server as never);
    this.game.join(ADMIN);
  }

  /** A process that shows menus; its first number is drawn with `random`. */
  async start(servers: MenuServer[] = [], random = 0.5): Promise<Backend> {
    // Two hundred clicks a second of a player's own time are one each half a second.
    const deps = { clock: fastClock(100), logger: new KeptLog() };
    const host = new ConsoleHost({
      run: async (command) => this.#server.answer(command),
      players: () => this.game.players(),
      style: this.#style,
      transfers: new Map(),
      lookEveryMs: 500,
      ...deps,
    });
    const backend = new Backend({
      server: 'lobby',
      settings: settingsWith({ 'ban.allowed': [ADMIN.uuid], 'reboot.allowed': [ADMIN.uuid] }),
      host,
      playerOn: () => ADMIN,
      random: () => random,
      ...deps,
    });
    backend.linked({ request: async (request: AgentRequest) => this.#answer(request) } as never);
    backend.receive({
      type: 'network',
      servers,
      onlinePlayers: 2,
      maxPlayers: 100,
      maintenance: false,
      motd: '',
    });
    await backend.open();
    onTestFinished(() => backend.close());
    return backend;
  }

  /** Clicks the newest line with these words, and returns it. */
  async choose(words: string, player: HostPlayer = ADMIN): Promise<Line> {
    const line = await this.game.lineOf(player, words);
    await this.game.type(player, line);
    // The game lets a player set a trigger again before it was read.
    await this.game.heard(player);
    return line;
  }

  /** Clicks a line wherever it stands, and waits until it was answered or has done something. */
  async click(line: Line): Promise<string> {
    const before = this.requests.length;
    await this.game.type(ADMIN, line);
    const answered = this.game.reads(ADMIN);
    const done = (async () => {
      while (this.requests.length === before) await this.game.changed();
      return 'it did something';
    })();
    return Promise.race([answered, done]);
  }

  sees(title: string): Promise<unknown> {
    return this.game.sees(ADMIN, (menu) => menu?.title === title);
  }

  #answer(request: AgentRequest): unknown {
    if (request.type === 'player.search')
      return { type: 'player.matches', re: 1, players: [person(2), person(3)], total: 2 };
    if (!this.bans) throw new AppError('storage_unavailable');
    this.requests.push(request);
    return { type: 'ok', re: 1 };
  }
}

describe.each(['chat', 'dialog'] as const)(
  'lines of earlier menus, by the console in the style %s',
  (style) => {
    let chat: Chat;
    beforeEach(() => {
      chat = new Chat(style);
    });

    it('the old line "Ban Player2" bans nobody, and says so', async () => {
      await chat.start();
      await chat.game.trigger(ADMIN, 'ban');
      const steps = ['Player2', '1h', 'Cheating'];
      for (const step of steps) await chat.choose(step);
      await chat.sees('Ban Player2?');
      const old = await chat.game.lineOf(ADMIN, 'Ban Player2');
      for (const title of ['Ban Player2 for what?', 'Ban Player2 for how long?', 'Ban whom? 1/1']) {
        await chat.choose('Back');
        await chat.sees(title);
      }
      for (const step of ['Player3', '1h', 'Cheating']) await chat.choose(step);
      await chat.sees('Ban Player3?');
      expect(await chat.click(old)).toBe(EXPIRED);
      expect(chat.requests).toEqual([]);
      await chat.choose('Ban Player3');
      expect(await chat.game.reads(ADMIN)).toBe('Player3 is banned (1h): Cheating');
      expect(chat.requests).toMatchObject([{ type: 'player.ban', name: 'Player3' }]);
    });

    it('the line of a ban that failed does not try it again', async () => {
      await chat.start();
      chat.bans = false;
      await chat.game.trigger(ADMIN, 'ban');
      for (const step of ['Player2', '1h', 'Cheating']) await chat.choose(step);
      const old = await chat.choose('Ban Player2');
      await chat.game.lineOf(ADMIN, 'Try again');
      chat.bans = true;
      expect(await chat.click(old)).toBe(EXPIRED);
      expect(chat.requests).toEqual([]);
    });

    it('a line of an earlier step chooses nothing in a later one', async () => {
      await chat.start();
      await chat.game.trigger(ADMIN, 'ban');
      const player2 = await chat.choose('Player2');
      await chat.sees('Ban Player2 for how long?');
      expect(await chat.click(player2)).toBe(EXPIRED);
      const hour = await chat.choose('1h');
      await chat.sees('Ban Player2 for what?');
      expect(await chat.click(hour)).toBe(EXPIRED);
      const menu = await chat.game.sees(ADMIN, () => true);
      expect(menu?.title).toBe('Ban Player2 for what?');
    });

    it.each(['games', 'hubs', 'reboot'] as const)('a line of /%s works once', async (command) => {
      await chat.start([listed('arena', { type: 'GAME' }), listed('hub2')]);
      await chat.game.trigger(ADMIN, command);
      const words = { games: 'arena', hubs: 'hub2', reboot: 'Restart' }[command];
      const line = await chat.choose(words);
      await expect.poll(() => chat.requests).toHaveLength(1);
      if (command === 'reboot') expect(await chat.game.reads(ADMIN)).toBe('The restart has begun.');
      expect(await chat.click(line)).toBe(EXPIRED);
      await chat.game.trigger(ADMIN, command);
      await chat.game.lineOf(ADMIN, words);
      expect(await chat.click(line)).toBe(EXPIRED);
      expect(chat.requests).toHaveLength(1);
    });

    it('the offer of a way back that was declined moves nobody, also once another is made', async () => {
      const backend = await chat.start();
      const offer = { type: 'player.offer', uuid: ADMIN.uuid, message: 'It is back' } as const;
      backend.receive({ ...offer, server: 'arena' });
      expect(await chat.game.reads(ADMIN)).toBe('It is back');
      const old = await chat.game.lineOf(ADMIN, 'Back to arena');
      await chat.choose('Stay here');
      expect(await chat.click(old)).toBe(EXPIRED);
      backend.receive({ ...offer, server: 'skyblock' });
      expect(await chat.game.reads(ADMIN)).toBe('It is back');
      await chat.game.lineOf(ADMIN, 'Back to skyblock');
      expect(await chat.click(old)).toBe(EXPIRED);
      expect(chat.requests).toEqual([]);
    });

    it('lines of a process that has ended mean nothing to the next one', async () => {
      const first = await chat.start([listed('hub2')], 0.25);
      await chat.game.trigger(ADMIN, 'hubs');
      const old = await chat.game.lineOf(ADMIN, 'hub2');
      await first.close();
      await chat.start([listed('hub3')], 0.75);
      await chat.game.trigger(ADMIN, 'hubs');
      await chat.game.lineOf(ADMIN, 'hub3');
      expect(await chat.click(old)).toBe(EXPIRED);
      expect(chat.requests).toEqual([]);
    });
  },
);

it('a line of a page that was turned moves nobody to the server that stands there now', async () => {
  const chat = new Chat('chat');
  const servers = Array.from({ length: 30 }, (_, at) => listed(`hub${at + 10}`));
  await chat.start(servers);
  await chat.game.trigger(ADMIN, 'hubs');
  const old = await chat.game.lineOf(ADMIN, 'hub10');
  await chat.choose('Next page');
  await chat.game.lineOf(ADMIN, 'hub39');
  expect(await chat.click(old)).toBe(EXPIRED);
  await chat.choose('Previous page');
  expect(await chat.click(old)).toBe(EXPIRED);
  expect(chat.requests).toEqual([]);
  await chat.choose('hub10');
  await expect.poll(() => chat.requests).toMatchObject([{ type: 'player.send', server: 'hub10' }]);
});
