import { createStore } from '@xstate/store';
import { type ActorRefFrom, createActor } from 'xstate';
import { AppError } from '../../domain/errors.ts';
import type { ServerDetail, ServerResource, ServerRestart } from '../../domain/resources.ts';
import type { ReportedState, ServerProfile, ServerState } from '../../domain/server.ts';
import { serverStateOf } from '../../machines/server/context.ts';
import type { ServerEvent } from '../../machines/server/events.ts';
import { serverMachine } from '../../machines/server/machine.ts';
import { EncodedOnce } from '../models/encoded-once.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { serverView } from '../models/views.ts';

/** Counts of players change with every join; readers of the stream hear of them at most so often a server. */
const COUNT_EVERY_MS = 1000;

type ServerActor = ActorRefFrom<typeof serverMachine>;

interface Member {
  profile: ServerProfile;
  actor: ServerActor;
  state: ServerState;
}

export interface ServerActorsDeps {
  readonly online: OnlinePlayers;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instanceId: string;
  /** Called after a server's state changed. */
  readonly onState: (name: string, state: ServerState) => void;
}

/** The server actors, and the read model of the servers that follows from them. */
export class ServerActors {
  readonly #deps: ServerActorsDeps;
  readonly #encoded: EncodedOnce;
  readonly #miscounted = new Set<string>();
  readonly #store = createStore({
    context: { version: 0, members: new Map<string, Member>() },
    on: { changed: (context) => ({ ...context, version: context.version + 1 }) },
  });
  #countTimer: unknown;
  #rebuilt = 0;

  constructor(deps: ServerActorsDeps) {
    this.#deps = deps;
    this.#encoded = new EncodedOnce(deps.instanceId, () => this.all());
  }

  get rebuilt(): number {
    return this.#rebuilt;
  }

  get count(): number {
    return this.#members.size;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return actorsWithin(this.#members, ({ actor }) => actor);
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  names(): string[] {
    return [...this.#members.keys()];
  }

  profile(name: string): ServerProfile {
    return this.#member(name).profile;
  }

  state(name: string): ServerState {
    return this.#member(name).state;
  }

  all(): ServerResource[] {
    return Array.from(this.#members.values(), (member) => this.#view(member));
  }

  list(): Encoded {
    return this.#encoded.at(`${this.#store.getSnapshot().context.version}-${this.#deps.online.version}`);
  }

  detail(name: string): Omit<ServerDetail, 'restart'> {
    const member = this.#member(name);
    return { ...this.#view(member), gameData: member.profile.gameData, address: member.profile.address };
  }

  add(profile: ServerProfile): void {
    const actor = this.#start(profile.name);
    this.#members.set(profile.name, { profile, actor, state: 'OFFLINE' });
    this.#changed(profile.name);
  }

  remove(name: string): void {
    const { actor } = this.#member(name);
    this.#members.delete(name);
    actor.send({ type: 'server.remove' });
    this.#miscounted.delete(name);
    this.#store.trigger.changed();
    this.#deps.events.append({ type: 'server_update', data: { name, removed: true } });
  }

  configure(profile: ServerProfile): void {
    this.#member(profile.name).profile = profile;
    this.#changed(profile.name);
  }

  report(name: string, state: ReportedState): void {
    this.tell(name, { type: 'server.report', state });
  }

  tell(name: string, event: ServerEvent): void {
    this.#members.get(name)?.actor.send(event);
  }

  /** Tells readers of the stream which step a restart took. */
  announceRestart(name: string, restart: ServerRestart | null): void {
    this.#announce(name, { restart });
  }

  /** Somebody came to or left a server: its count is told soon, with all others of that moment. */
  miscount(name: string | null): void {
    if (name === null || !this.#members.has(name)) return;
    this.#miscounted.add(name);
    this.#countTimer ??= this.#deps.clock.setTimeout(() => {
      this.#countTimer = undefined;
      for (const server of this.#miscounted) this.#announce(server);
      this.#miscounted.clear();
    }, COUNT_EVERY_MS);
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#countTimer);
    for (const { actor } of this.#members.values()) actor.stop();
  }

  get #members(): Map<string, Member> {
    return this.#store.getSnapshot().context.members;
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new AppError('server_not_found');
    return member;
  }

  #view({ profile, state }: Member): ServerResource {
    return serverView(profile, state, this.#deps.online.on(profile.name).size);
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
    const member = this.#members.get(name);
    if (member === undefined || member.state === state) return;
    member.state = state;
    this.#changed(name);
    this.#deps.onState(name, state);
  }

  /** A server whose actor died begins again from its row; its agent's next report says the rest. */
  #rebuild(name: string, dead: ServerActor, error: unknown): void {
    const member = this.#members.get(name);
    if (member?.actor !== dead) return;
    this.#deps.logger.error({ event: 'server.actor-died', name, err: error });
    this.#rebuilt += 1;
    const { reported } = dead.getSnapshot().context;
    const was = member.state;
    member.actor = this.#start(name);
    if (was !== 'OFFLINE') member.actor.send({ type: 'server.report', state: reported });
  }

  #changed(name: string): void {
    this.#store.trigger.changed();
    this.#announce(name);
  }

  #announce(name: string, more: { readonly restart?: ServerRestart | null } = {}): void {
    const member = this.#members.get(name);
    if (member === undefined) return;
    const { state, players, maxPlayers, online } = this.#view(member);
    const data = { name, state, players, maxPlayers, online, ...more };
    this.#deps.events.append({ type: 'server_update', data });
  }
}
