import type { AgentRequest, Order } from '../../src/channel/client/agent-client.ts';
import { Backend, type BackendSettings } from '../../src/backend/backend.ts';
import type { HostPlayer, MenuListener, MenuHost } from '../../src/backend/menus/menu-host.ts';
import type { MenuView } from '../../src/backend/menus/menu-view.ts';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import { menuSettings } from '../../src/commands/roles/backend-settings.ts';
import { BACKEND_KEYS, BACKEND_TABLE } from '../../src/config/tables/backend-keys.ts';
import { check } from '../../src/domain/fields/field.ts';
import { plainText, type TextRun } from '../../src/domain/text/text.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { TestClock, turn } from '../fixtures/test-clock.ts';
import { ALICE, BOB, KeptLog } from '../channel/channel-fixture.ts';

export const ADMIN: HostPlayer = { uuid: ALICE, name: 'Alice' };
export const PLAYER: HostPlayer = { uuid: BOB, name: 'Bob' };

/** A menu host that records what it was given to show. */
export class FakeMenuHost implements MenuHost {
  readonly refreshes = true;
  listener: MenuListener | null = null;
  readonly shown = new Map<Uuid, { showing: number; view: MenuView }>();
  readonly views: MenuView[] = [];
  readonly lines: string[] = [];
  readonly ownServers = new Set<string>();
  fails = false;
  obstacle: MenuHost['obstacle'];

  async open(listener: MenuListener): Promise<void> {
    this.listener = listener;
  }
  async show({ uuid }: HostPlayer, showing: number, view: MenuView): Promise<void> {
    if (this.fails) throw new Error('not there');
    this.shown.set(uuid, { showing, view });
    this.views.push(view);
  }
  async hide({ uuid }: HostPlayer): Promise<void> {
    this.shown.delete(uuid);
  }
  async tell({ name }: HostPlayer, words: readonly TextRun[]): Promise<void> {
    this.lines.push(`${name}: ${plainText(words)}`);
  }
  async move(_: HostPlayer, server: string): Promise<boolean> {
    return this.ownServers.has(server);
  }
  async close(): Promise<void> {}

  title({ uuid }: HostPlayer): string | undefined {
    const shown = this.shown.get(uuid);
    return shown && plainText(shown.view.title);
  }

  /** The names of the clickable items. */
  choices({ uuid }: HostPlayer): string[] {
    const items = this.shown.get(uuid)?.view.items ?? [];
    return items.filter(({ clickable }) => clickable).map(({ name }) => plainText(name));
  }
}

type Answer = (request: AgentRequest) => unknown;

/** A backend with the default configuration, a coordinator that answers as the test says, and time that a test owns. */
export class BackendFixture {
  readonly host = new FakeMenuHost();
  readonly clock = new TestClock();
  readonly log = new KeptLog();
  readonly requests: AgentRequest[] = [];
  /** What the coordinator knows. */
  readonly features = new Set<string>();
  answer: Answer = () => ({ type: 'ok', re: 1 });
  readonly backend: Backend;

  constructor(changes: Partial<Record<keyof typeof BACKEND_KEYS, unknown>> = {}) {
    this.backend = new Backend({
      server: 'lobby',
      settings: settingsWith(changes),
      host: this.host,
      playerOn: (uuid) => [ADMIN, PLAYER].find((player) => player.uuid === uuid),
      clock: this.clock,
      logger: this.log,
      random: () => 0.5,
    });
    this.connect();
  }

  /** As while the coordinator is connected. */
  connect(): void {
    this.backend.linked({
      request: async (request: AgentRequest) => {
        this.requests.push(request);
        return this.answer(request);
      },
      supports: (feature: string) => this.features.has(feature),
    } as never);
  }

  receive(order: Order): void {
    this.backend.receive(order);
  }

  network(servers: MenuServer[], onlinePlayers = 5): void {
    this.receive({ type: 'network', servers, onlinePlayers, maxPlayers: 100, maintenance: false, motd: '' });
  }

  async type(player: HostPlayer, command: 'games' | 'hubs' | 'ban' | 'reboot', argument = ''): Promise<void> {
    await this.clock.advance(1_000);
    this.host.listener?.command(player, command, argument);
    await turn();
  }

  /** Clicks the item with these words in its name. */
  async click(player: HostPlayer, words: string): Promise<void> {
    await this.clock.advance(1_000);
    const shown = this.host.shown.get(player.uuid);
    const item = shown?.view.items.find(
      ({ name, clickable }) => clickable && plainText(name).includes(words),
    );
    if (shown === undefined || item === undefined) throw new Error(`${words} is not shown`);
    this.host.listener?.click(player, shown.showing, item.slot);
    await turn();
    await turn();
  }
}

export function settingsWith(changes: Partial<Record<keyof typeof BACKEND_KEYS, unknown>>): BackendSettings {
  const initial = Object.entries(BACKEND_KEYS).map(([name, { initial }]) => [name, initial()] as const);
  const checked = check(BACKEND_TABLE.whole, { ...Object.fromEntries(initial), ...changes });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return menuSettings(checked.value);
}

export function listed(name: string, changes: Partial<MenuServer> = {}): MenuServer {
  return {
    name,
    type: 'HUB',
    state: 'IDLE',
    players: 1,
    maxPlayers: 50,
    gameName: '',
    canRejoin: false,
    ...changes,
  };
}
