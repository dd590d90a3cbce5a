import { EventEmitter, once } from 'node:events';
import type { HostPlayer } from '../../../src/backend/menus/menu-host.ts';
import type { MenuCommand } from '../../../src/domain/menu-command.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { SeenMenu } from '../../contract/menu-host.ts';
import type { ConsoleServer } from '../../platform/rcon/console-server.ts';

const NOT_UNDERSTOOD = 'Unknown or incomplete command, see below for error\n<--[HERE]';

interface Component {
  readonly text?: string;
  readonly bold?: boolean;
  readonly extra?: readonly (string | Component)[];
  readonly click_event?: { readonly action: string; readonly command: string };
}
interface Dialog {
  readonly type: string;
  readonly title: Component;
  readonly actions?: readonly { label: Component; action: { type: string; command: string } }[];
}

interface SeenChoice {
  readonly words: string;
  /** What a click types, without the slash. */
  readonly command: string;
}
interface Person {
  readonly player: HostPlayer;
  title: string | null;
  choices: SeenChoice[];
  readonly lines: string[];
  readonly scores: Map<string, number>;
  readonly enabled: Set<string>;
}

/** The part of a game server that its console shows: objectives, triggers, dialogs, chat and players. */
export class GameConsole {
  /** Commands that menus do not need. */
  readonly unwantedCommands: string[] = [];
  /** Transfers by the game itself, as `uuid host port`. */
  readonly transfers: string[] = [];
  hasDialogs = true;
  /** False for a server with neither scoreboards nor /trigger. */
  hasTriggers = true;
  hasTellraw = true;
  /** What was told by `tell`, as `name words`. */
  readonly told: string[] = [];
  /** How often it has saved. */
  saved = 0;
  /** Called by the command to stop. */
  onStop: () => void = () => {};
  readonly #people = new Map<Uuid, Person>();
  readonly #objectives = new Set<string>();
  readonly #changed = new EventEmitter();

  constructor(server: ConsoleServer) {
    this.serve(server);
  }

  /** Continues with another console, as after a restart. */
  serve(server: ConsoleServer): void {
    server.answer = (command) => {
      const answer = this.#run(command);
      this.#changed.emit('change');
      return answer;
    };
  }

  /** Resolves after the next command. */
  async changed(): Promise<void> {
    await once(this.#changed, 'change');
  }

  join(player: HostPlayer): void {
    const person = {
      player,
      title: null,
      choices: [],
      lines: [],
      scores: new Map(),
      enabled: new Set<string>(),
    };
    this.#people.set(player.uuid, person);
  }

  leave({ uuid }: HostPlayer): void {
    this.#people.delete(uuid);
  }

  players(): HostPlayer[] {
    return Array.from(this.#people.values(), ({ player }) => player);
  }

  /** Types a command like a player: the game takes triggers that are enabled, and only once. */
  async type(player: HostPlayer, command: string): Promise<void> {
    const [, objective = '', value] = /^trigger (\w+)(?: set (-?\d+))?$/.exec(command) ?? [];
    for (;;) {
      const person = this.#person(player.uuid);
      if (person.enabled.delete(objective)) {
        person.scores.set(objective, value === undefined ? 1 : Number(value));
        return;
      }
      await once(this.#changed, 'change');
    }
  }

  /** Resolves once nothing that the player has triggered waits to be read. */
  async heard({ uuid }: HostPlayer): Promise<void> {
    while (this.#person(uuid).scores.size > 0) await once(this.#changed, 'change');
  }

  trigger(player: HostPlayer, command: MenuCommand): Promise<void> {
    return this.type(player, `trigger ${command}`);
  }

  async click(player: HostPlayer, choice: number): Promise<void> {
    const found = this.#person(player.uuid).choices[choice];
    if (found === undefined) throw new Error(`there is no choice ${choice}`);
    await this.type(player, found.command);
  }

  /** What a click on the line with these words types; lines of the chat can be clicked as long as they are read. */
  async lineOf(player: HostPlayer, words: string): Promise<string> {
    for (;;) {
      const line = this.#person(player.uuid).choices.find((choice) => choice.words.startsWith(words));
      if (line !== undefined) return line.command;
      await once(this.#changed, 'change');
    }
  }

  async sees(player: HostPlayer, fits: (menu: SeenMenu | null) => boolean): Promise<SeenMenu | null> {
    for (;;) {
      const { title, choices } = this.#person(player.uuid);
      const menu = title === null ? null : { title, choices: choices.map(({ words }) => words) };
      if (fits(menu)) return menu;
      await once(this.#changed, 'change');
    }
  }

  async reads(player: HostPlayer): Promise<string> {
    for (;;) {
      const line = this.#person(player.uuid).lines.shift();
      if (line !== undefined) return line;
      await once(this.#changed, 'change');
    }
  }

  #person(uuid: string): Person {
    const person = this.#people.get(uuid as Uuid);
    if (person === undefined) throw new Error(`${uuid} is not on the server`);
    return person;
  }

  #run(command: string): string {
    if (!this.hasTriggers && command.includes('scoreboard')) return 'Unknown command, try "help".';
    if (!this.hasTellraw && command.startsWith('tellraw')) return 'Unknown command: "tellraw"';
    const [, toldTo] = /^tell (.*)$/.exec(command) ?? [];
    if (toldTo !== undefined) {
      this.told.push(toldTo);
      return '';
    }
    const [, objective] = /^scoreboard objectives add (\w+) trigger$/.exec(command) ?? [];
    if (objective !== undefined) {
      if (this.#objectives.has(objective)) return 'An objective already exists by that name';
      this.#objectives.add(objective);
      return `Created new objective [${objective}]`;
    }
    const [, allowed] = /^scoreboard players enable @a (\w+)$/.exec(command) ?? [];
    if (allowed !== undefined) return this.#enableAll(allowed);
    const [, looked] =
      /^execute as @a\[scores=\{(\w+)=1\.\.\}\] run data get entity @s UUID$/.exec(command) ?? [];
    if (looked !== undefined) return this.#find(looked);
    const [, uuid = '', verb, what = ''] =
      /^execute as ([0-9a-f-]{36}) run scoreboard players (get|reset|enable) @s (\w+)$/.exec(command) ?? [];
    if (verb !== undefined) return this.#score(uuid, verb, what);
    return this.#runForPlayer(command);
  }

  #list(): string {
    const entries = this.players().map(({ name, uuid }) => `${name} (${uuid})`);
    return `There are ${entries.length} of a max of 20 players online: ${entries.join(', ')}`;
  }

  #enableAll(objective: string): string {
    for (const { enabled } of this.#people.values()) enabled.add(objective);
    return `Enabled trigger [${objective}] for ${this.#people.size} players`;
  }

  #find(objective: string): string {
    let printed = '';
    for (const { player, scores } of this.#people.values()) {
      if ((scores.get(objective) ?? 0) < 1) continue;
      const words = player.uuid.replaceAll('-', '').match(/.{8}/g) ?? [];
      const numbers = words.map((word) => Number.parseInt(word, 16) | 0);
      // A console prints the answers without a separator, and names with the prefixes of teams.
      printed += `[VIP] ${player.name} has the following entity data: [I; ${numbers.join(', ')}]`;
    }
    return printed;
  }

  #score(uuid: string, verb: string, objective: string): string {
    const person = this.#people.get(uuid as Uuid);
    if (person === undefined) return '';
    if (verb === 'get')
      return `[VIP] ${person.player.name} has ${person.scores.get(objective) ?? 0} [${objective}]`;
    if (verb === 'reset') person.scores.delete(objective);
    else person.enabled.add(objective);
    return '';
  }

  #runForPlayer(command: string): string {
    const [, verb = '', uuid = '', rest = ''] =
      /^(dialog show|dialog clear|tellraw) ([0-9a-f-]{36})(?: (.*))?$/.exec(command) ?? [];
    const [, host, port, mover] = /^transfer (\S+) (\d+) ([0-9a-f-]{36})$/.exec(command) ?? [];
    if (mover !== undefined) {
      this.transfers.push(`${mover} ${host} ${port}`);
      return 'Transferring';
    }
    if (verb.startsWith('dialog') && !this.hasDialogs) return NOT_UNDERSTOOD;
    if (/^(?:minecraft:)?list uuids$/.test(command)) return this.#list();
    if (command === 'save-all flush') this.saved += 1;
    if (command === 'stop') this.onStop();
    if (command === 'save-all flush' || command === 'stop') return '';
    if (verb === '') {
      this.unwantedCommands.push(command);
      return NOT_UNDERSTOOD;
    }
    const person = this.#people.get(uuid as Uuid);
    if (person === undefined) return 'No player was found';
    if (verb === 'dialog clear') person.title = null;
    else if (verb === 'dialog show') showDialog(person, JSON.parse(rest) as Dialog);
    else printChat(person, JSON.parse(rest) as (string | Component)[]);
    return '';
  }
}

function showDialog(person: Person, { title, actions = [] }: Dialog): void {
  person.title = wordsOf(title);
  person.choices = actions.map(({ label, action }) => ({ words: wordsOf(label), command: action.command }));
}

/** Bold text begins a menu, clickable and indented text belongs to it, and all other text is chat. */
function printChat(person: Person, parts: readonly (string | Component)[]): void {
  for (const part of parts) {
    if (typeof part === 'string' || part.text === '\n') continue;
    const words = wordsOf(part);
    if (part.click_event !== undefined) {
      const command = part.click_event.command.replace(/^\//, '');
      person.choices.push({ words: words.replace(/^» /, ''), command });
    } else if (part.bold === true) {
      person.title = words;
      person.choices = [];
    } else if (part.text !== '  ') person.lines.push(words);
  }
}

function wordsOf(part: string | Component): string {
  if (typeof part === 'string') return part;
  return (part.text ?? '') + (part.extra ?? []).map(wordsOf).join('');
}
