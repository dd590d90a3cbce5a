import { createStore } from '@xstate/store';
import { type ActorRefFrom, createActor } from 'xstate';
import { AppError } from '../../domain/errors.ts';
import type { ServerDetail, ServerResource, ServerRestart } from '../../domain/resources.ts';
import {
  isOnlineState,
  type ReportedState,
  type ServerProfile,
  type ServerState,
} from '../../domain/server.ts';
import { serverStateOf } from '../../machines/server/context.ts';
import type { ServerEvent } from '../../machines/server/events.ts';
import { serverMachine } from '../../machines/server/machine.ts';
import { EncodedOnce } from '../models/encoded-once.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import type { Outages, Standing } from '../models/outages.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { serverView } from '../models/views.ts';

/** Player counts change with every join; each server's count is announced at most this often. */
const COUNT_EVERY_MS = 1000;

type ServerActor = ActorRefFrom<typeof serverMachine>;

interface RunningServer {
  profile: ServerProfile;
  actor: ServerActor;
  state: ServerState;
  /** Why somebody may be on it whom its agent does not know of; null where it knows everybody. */
  playersUnknown: string | null;
  /** How many its agent lists whom no edge or proxy has. */
  strangers: number;
  /** Its agent lost its connection, and what it reported still holds. */
  isLinkLost: boolean;
}

export interface ServerActorsDeps {
  readonly online: OnlinePlayers;
  readonly outages: Outages;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instanceId: string;
}

export interface ServerListener {
  /** Comes after the new state was announced. */
  stateChanged(name: string, state: ServerState): void;
}

/** The server actors, and the read model of the servers that is made from them. */
export class ServerActors {
  readonly #deps: ServerActorsDeps;
  readonly #encoded: EncodedOnce;
  /** Servers whose player count changed since it was last announced. */
  readonly #countsChanged = new Set<string>();
  readonly #store = createStore({
    context: { version: 0, servers: new Map<string, RunningServer>() },
    on: { changed: (context) => ({ ...context, version: context.version + 1 }) },
  });
  #listener: ServerListener | undefined;
  #countTimer: unknown;
  #rebuilt = 0;

  constructor(deps: ServerActorsDeps) {
    this.#deps = deps;
    this.#encoded = new EncodedOnce(deps.instanceId, () => this.all());
  }

  subscribe(listener: ServerListener): void {
    this.#listener = listener;
  }

  get rebuilt(): number {
    return this.#rebuilt;
  }

  get count(): number {
    return this.#servers.size;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return actorsWithin(this.#servers, ({ actor }) => actor);
  }

  has(name: string): boolean {
    return this.#servers.has(name);
  }

  names(): string[] {
    return [...this.#servers.keys()];
  }

  profile(name: string): ServerProfile {
    return this.#server(name).profile;
  }

  state(name: string): ServerState {
    return this.#server(name).state;
  }

  /** Why somebody may be on the server whom nobody knows of; null where everybody is known. */
  playersUnknown(name: string): string | null {
    const server = this.#servers.get(name);
    return server === undefined ? null : unknownOf(server);
  }

  /** What the server's agent says of it. */
  notePlayersUnknown(name: string, reason: string | null): void {
    this.#noteUnknown(name, { playersUnknown: reason });
  }

  /** Its agent is connected, or lost its connection although nobody restarts the server. */
  noteLink(name: string, isConnected: boolean): void {
    const server = this.#servers.get(name);
    if (server === undefined || server.isLinkLost === !isConnected) return;
    server.isLinkLost = !isConnected;
    if (server.state !== 'OFFLINE') this.#deps.outages.note(name, standingOf(server));
  }

  /** How many players the server lists whom no edge or proxy has. */
  noteStrangers(name: string, strangers: number): void {
    this.#noteUnknown(name, { strangers });
  }

  all(): ServerResource[] {
    return Array.from(this.#servers.values(), (server) => this.#view(server));
  }

  list(): Encoded {
    return this.#encoded.at(`${this.#store.getSnapshot().context.version}-${this.#deps.online.version}`);
  }

  detail(name: string): Omit<ServerDetail, 'restart'> {
    const server = this.#server(name);
    return { ...this.#view(server), gameData: server.profile.gameData, address: server.profile.address };
  }

  add(profile: ServerProfile): void {
    const actor = this.#start(profile.name);
    const known = { playersUnknown: null, strangers: 0, isLinkLost: false };
    this.#servers.set(profile.name, { profile, actor, state: 'OFFLINE', ...known });
    this.#deps.outages.add(profile.name);
    this.#changed(profile.name);
  }

  remove(name: string): void {
    const { actor } = this.#server(name);
    this.#servers.delete(name);
    actor.send({ type: 'server.remove' });
    this.#countsChanged.delete(name);
    this.#deps.outages.forget(name);
    this.#store.trigger.changed();
    this.#deps.events.append({ type: 'server_update', data: { name, removed: true } });
  }

  configure(profile: ServerProfile): void {
    this.#server(profile.name).profile = profile;
    this.#changed(profile.name);
  }

  report(name: string, state: ReportedState): void {
    this.send(name, { type: 'server.report', state });
  }

  send(name: string, event: ServerEvent): void {
    this.#servers.get(name)?.actor.send(event);
  }

  /** Announces the step that a restart took. */
  announceRestart(name: string, restart: ServerRestart | null): void {
    this.#announce(name, { restart });
  }

  /** A player came to or left the server: its count is announced soon, together with those of other servers. */
  countChanged(name: string | null): void {
    if (name === null || !this.#servers.has(name)) return;
    this.#countsChanged.add(name);
    this.#countTimer ??= this.#deps.clock.setTimeout(() => {
      this.#countTimer = undefined;
      for (const server of this.#countsChanged) this.#announce(server);
      this.#countsChanged.clear();
    }, COUNT_EVERY_MS);
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#countTimer);
    for (const { actor } of this.#servers.values()) actor.stop();
  }

  get #servers(): Map<string, RunningServer> {
    return this.#store.getSnapshot().context.servers;
  }

  #server(name: string): RunningServer {
    const server = this.#servers.get(name);
    if (server === undefined) throw new AppError('server_not_found');
    return server;
  }

  #noteUnknown(name: string, change: Partial<Pick<RunningServer, 'playersUnknown' | 'strangers'>>): void {
    const server = this.#servers.get(name);
    if (server === undefined) return;
    const before = unknownOf(server);
    Object.assign(server, change);
    const playersUnknown = unknownOf(server);
    if (playersUnknown === before) return;
    this.#store.trigger.changed();
    this.#announce(name, { playersUnknown });
  }

  #view(server: RunningServer): ServerResource {
    const { profile, state } = server;
    const playersUnknown = unknownOf(server);
    const view = serverView(profile, state, this.#deps.online.on(profile.name).size);
    return playersUnknown === null ? view : { ...view, playersUnknown };
  }

  #start(name: string): ServerActor {
    const { clock, logger } = this.#deps;
    const actor = createActor(serverMachine, { id: name, input: { name }, clock });
    actor.on('event.refused', ({ refused }) => {
      logger.debug({ event: 'server.event-refused', name, refused });
    });
    actor.subscribe({
      next: (snapshot) => this.#follow(name, serverStateOf(snapshot.value)),
      error: (error) => this.#rebuild(name, actor, error),
    });
    return actor.start();
  }

  #follow(name: string, state: ServerState): void {
    const server = this.#servers.get(name);
    if (server === undefined || server.state === state) return;
    server.state = state;
    this.#deps.outages.note(name, standingOf(server));
    this.#changed(name);
    this.#listener?.stateChanged(name, state);
  }

  /** A server whose actor died begins again with the state it last reported; the next report corrects it. */
  #rebuild(name: string, dead: ServerActor, error: unknown): void {
    const server = this.#servers.get(name);
    if (server?.actor !== dead) return;
    this.#deps.logger.error({ event: 'server.actor-died', name, err: error });
    this.#rebuilt += 1;
    const { reported } = dead.getSnapshot().context;
    const was = server.state;
    server.actor = this.#start(name);
    if (was !== 'OFFLINE') server.actor.send({ type: 'server.report', state: reported });
  }

  #changed(name: string): void {
    this.#store.trigger.changed();
    this.#announce(name);
  }

  #announce(
    name: string,
    more: { readonly restart?: ServerRestart | null; readonly playersUnknown?: string | null } = {},
  ): void {
    const server = this.#servers.get(name);
    if (server === undefined) return;
    const { state, players, maxPlayers, online } = this.#view(server);
    const data = { name, state, players, maxPlayers, online, ...more };
    this.#deps.events.append({ type: 'server_update', data });
  }
}

/** A server whose state has become `OFFLINE` was there before. */
function standingOf({ state, isLinkLost }: RunningServer): Standing {
  if (state === 'OFFLINE' || isLinkLost) return 'lost';
  return isOnlineState(state) ? 'up' : 'away';
}

function unknownOf({ playersUnknown, strangers }: RunningServer): string | null {
  if (playersUnknown !== null || strangers === 0) return playersUnknown;
  return `it lists ${strangers} ${strangers === 1 ? 'player' : 'players'} whom no edge or proxy has`;
}
