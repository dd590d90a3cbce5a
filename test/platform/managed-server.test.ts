import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { ServerReport } from '../../src/actors/agents.ts';
import { type Clock, systemClock } from '../../src/runtime/clock.ts';
import { ManagedServer, type ManagedServerOptions } from '../../src/platform/managed-server.ts';
import { KeptLog, SECRET } from '../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../channel/coordinator-fixture.ts';
import { fastClock } from '../fixtures/test-clock.ts';
import { ManagementServer, SECRET as MANAGEMENT_SECRET } from './msmp/management-server.ts';
import { ConsoleServer } from './rcon/console-server.ts';
import { playerRef } from './recording-listener.ts';

const ann = { id: playerRef(1, 'Ann').uuid, name: 'Ann' };

let clock: Clock;
let coordinator: Coordinator;
let server: ManagementServer;
let console: ConsoleServer;
let log: KeptLog;
const managed: ManagedServer[] = [];
beforeEach(async () => {
  clock = fastClock(10);
  log = new KeptLog();
  coordinator = await openCoordinator(clock);
  server = await ManagementServer.open();
  console = await ConsoleServer.open();
  console.answer = () => 'There are 0 of a max of 12 players online:';
});
afterEach(async () => {
  await Promise.all(managed.splice(0).map((one) => one.close()));
  await coordinator.close();
  await server.close();
  await console.close();
});

function manage(more: Partial<ManagedServerOptions> = {}): void {
  managed.push(
    new ManagedServer({
      name: 'lobby',
      profile: { type: 'HUB', gameName: 'Lobby', maxPlayers: undefined, address: '127.0.0.1:1' },
      connections: { management: { url: server.url, secret: MANAGEMENT_SECRET } },
      rebootCommands: undefined,
      coordinator: { url: coordinator.url, secret: SECRET },
      version: '1.0.0',
      clock,
      logger: log,
      random: () => 0.5,
      ...more,
    }),
  );
}

/** The server's public state, or nothing while the network does not know it. */
function stateOf(name = 'lobby'): string | undefined {
  return coordinator.network.servers.all().find((one) => one.name === name)?.state;
}

const becomes = (state: string) => expect.poll(() => stateOf(), { timeout: 20_000 }).toBe(state);
const eventually = (look: () => unknown) => expect.poll(look, { timeout: 20_000 });

describe('a managed server', () => {
  test('is in the network with what is configured and what the server reports', async () => {
    server.maxPlayers = 33;
    manage();
    await becomes('IDLE');
    expect(coordinator.network.servers.get('lobby')).toMatchObject({
      type: 'HUB',
      gameName: 'Lobby',
      maxPlayers: 33,
      online: true,
      address: '127.0.0.1:1',
    });
    expect(coordinator.network.vitals().connections.backend).toBe(1);
  });

  test('with as many players of long names as are allowed stays connected', async () => {
    server.players = Array.from({ length: 4_990 }, (_, number) => ({
      id: playerRef(number, '').uuid,
      name: `Player_${String(number).padStart(9, '0')}`,
    }));
    manage();
    await becomes('IDLE');
    server.join(ann);
    await eventually(() => coordinator.log.lines.map(({ event }) => event)).not.toContain('channel.closed');
    expect(stateOf()).toBe('IDLE');
  });

  test('that is away is OFFLINE after the grace period, and comes back', async () => {
    manage();
    await becomes('IDLE');
    const { port } = server;
    await server.close();
    await becomes('OFFLINE');
    server = await ManagementServer.open({ port });
    await becomes('IDLE');
  });

  test('stays online when its connection breaks for a moment', async () => {
    manage();
    await becomes('IDLE');
    const states: string[] = [];
    coordinator.network.events.subscribe(({ event }) => {
      if (event.type === 'server_update' && 'state' in event.data) states.push(event.data.state);
    });
    server.cut();
    await eventually(() => server.callsOf('minecraft:server/status').length).toBe(2);
    await eventually(() => coordinator.network.vitals().connections.backend).toBe(1);
    expect(states.filter((state) => state !== 'IDLE')).toEqual([]);
  });

  test('reports again after the connection to the coordinator breaks', async () => {
    manage();
    await becomes('IDLE');
    await coordinator.hangUp();
    await eventually(() => coordinator.network.vitals().connections.backend).toBe(1);
    expect(stateOf()).toBe('IDLE');
  });

  test('is saved and stopped by a restart after its players are warned, and the restart is done when it is back', async () => {
    server.players = [ann];
    manage();
    await becomes('IDLE');
    // By force: the network does not know the player, so nobody could move them.
    await coordinator.network.servers.restart('lobby', true);
    await becomes('RESTARTING');
    const { port } = server;
    await eventually(() => server.callsOf('minecraft:server/stop')).toHaveLength(1);
    const methods = server.calls.map(({ method }) => method);
    const act = ['minecraft:players/kick', 'minecraft:server/save', 'minecraft:server/stop'];
    expect(methods.filter((method) => act.includes(method))).toEqual(act);
    expect(server.callsOf('minecraft:players/kick')[0]).toMatchObject([{ player: { id: ann.id } }]);
    expect(server.callsOf('minecraft:server/system_message').length).toBeGreaterThan(3);
    await server.close();
    server = await ManagementServer.open({ port });
    await becomes('IDLE');
    await eventually(() => coordinator.log.lines.map(({ event }) => event)).toContain('reboot.done');
  });

  test('is STARTING until its extension is ready', async () => {
    let ready = (): void => {};
    const prepared = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const extension = {
      prepare: () => prepared,
      clientChanged: () => {},
      receive: () => false,
      left: () => {},
    };
    // In real time, so that the 10 s that an extension has are not over at once.
    manage({ clock: systemClock, extension });
    await becomes('STARTING');
    ready();
    await becomes('IDLE');
  });

  test.each([true, false])('says whether its extension has menus: %s', async (hasMenus) => {
    const attached = vi.spyOn(coordinator.network.agents, 'attachBackend');
    manage({
      extension: {
        prepare: async () => {},
        clientChanged: () => {},
        receive: () => false,
        left: () => {},
        hasMenus,
      },
    });
    await becomes('IDLE');
    expect(attached.mock.lastCall?.[1].hasMenus).toBe(hasMenus);
  });

  test('that cannot save is not stopped', async () => {
    server.saves = false;
    manage();
    await becomes('IDLE');
    await coordinator.network.servers.restart('lobby');
    await eventually(() => coordinator.log.lines).toContainEqual(
      expect.objectContaining({ event: 'reboot.failed', failure: 'The game server could not save' }),
    );
    expect(server.callsOf('minecraft:server/stop')).toEqual([]);
    await becomes('IDLE');
  });
});

describe('a server with a remote console only', () => {
  const connections = () => ({ rcon: { address: console.address, password: 'passwrd' } });

  test('has the capacity that it reports', async () => {
    manage({ connections: connections() });
    await becomes('IDLE');
    expect(coordinator.network.servers.get('lobby').maxPlayers).toBe(12);
  });

  test('restarts by configured commands, however quickly it is back', async () => {
    manage({ connections: connections(), rebootCommands: ['/save-all flush', 'restart'] });
    await becomes('IDLE');
    await coordinator.network.servers.restart('lobby');
    await eventually(() => console.commands).toContain('restart');
    const { port } = console;
    const { commands } = console;
    await console.close();
    await eventually(() => coordinator.network.vitals().connections.backend).toBe(0);
    console = await ConsoleServer.open(port);
    console.answer = () => 'There are 0 of a max of 12 players online:';
    await eventually(() => coordinator.log.lines.map(({ event }) => event)).toContain('reboot.done');
    expect(commands.filter((command) => command !== 'list uuids' && !command.startsWith('tellraw'))).toEqual([
      'save-all flush',
      'restart',
    ]);
  });
});

describe('a server whose list cannot be read', () => {
  const connections = () => ({ rcon: { address: console.address, password: 'passwrd' } });
  const shown = () => coordinator.network.servers.get('lobby').playersUnknown;

  it('is shown as one of which nobody knows who is there, and is not restarted without force', async () => {
    console.answer = () => 'Es sind viele da';
    manage({ connections: connections() });
    await becomes('IDLE');
    await eventually(shown).toBe('its console answers “Es sind viele da” to list');
    await expect(coordinator.network.servers.restart('lobby')).rejects.toMatchObject({
      code: 'players_unknown',
      message: expect.stringMatching(/not known .*viele.* only with force/),
    });
    expect(console.commands).not.toContain('stop');
    await coordinator.network.servers.restart('lobby', true);
    await eventually(() => console.commands).toContain('stop');
  });

  test('is known again once it can be read', async () => {
    console.answer = () => 'There are 1 of a max of 12 players online: Eve';
    manage({ connections: connections() });
    await becomes('IDLE');
    await eventually(shown).toBe(
      'its console counts 1 player by names alone, and the network knows 0 of them',
    );
    console.answer = () => 'There are 0 of a max of 12 players online:';
    await eventually(shown).toBeUndefined();
  });

  test('has the players whom the network knows by the names that it lists', async () => {
    console.answer = () => 'Es sind 1 von maximal 12 Spielern online: Ann';
    const reports: ServerReport[] = [];
    const { agents } = coordinator.network;
    const attach = agents.attachBackend.bind(agents);
    vi.spyOn(agents, 'attachBackend').mockImplementation((identity, client) => {
      const session = attach(identity, client);
      const report = (one: ServerReport): void => {
        reports.push(one);
        session.report(one);
      };
      return { ...session, report };
    });
    manage({
      connections: connections(),
      uuidOf: (name) => (name === 'Ann' ? playerRef(1, 'Ann').uuid : undefined),
    });
    await becomes('IDLE');
    expect(managed[0]?.players()).toHaveLength(1);
    // The name came from the network: sent back, it would prove itself.
    expect(reports.at(-1)).toMatchObject({ players: [ann.id] });
    expect(reports.at(-1)).not.toHaveProperty('names');
    expect(shown()).toBeUndefined();
  });
});

test('a server with both connections is watched over the management protocol and rebooted over RCON', async () => {
  const connections = {
    management: { url: server.url, secret: MANAGEMENT_SECRET },
    rcon: { address: console.address, password: 'passwrd' },
  };
  manage({ connections, rebootCommands: ['stop'] });
  await becomes('IDLE');
  await coordinator.network.servers.restart('lobby');
  await eventually(() => console.commands).toEqual(['stop']);
  expect(server.callsOf('minecraft:server/stop')).toEqual([]);
});

test('a server without a connection is refused', () => {
  expect(() => manage({ connections: {} })).toThrow('no connection to lobby is configured');
});
