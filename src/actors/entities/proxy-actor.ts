import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { AppError } from '../../domain/errors.ts';
import {
  applyProxyPatch,
  DEFAULT_PROXY_SETTINGS,
  type ProxyPatch,
  type ProxySettings,
  settingsProblem,
} from '../../domain/proxy-status.ts';
import type { ProxyStatusResource } from '../../domain/resources.ts';
import type { ProxyEmitted } from '../../machines/proxy/context.ts';
import { proxyMachine } from '../../machines/proxy/machine.ts';
import { PendingCommands } from './pending-commands.ts';
import { EncodedOnce } from '../models/encoded-once.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import { KeyedQueue } from '../../runtime/limits/keyed-queue.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { SettingsStore } from '../ports.ts';

/** What follows from a change of the settings; called after the change was announced. */
export interface ProxyListener {
  settingsChanged(settings: ProxySettings): void;
}

export interface ProxyActorDeps {
  readonly store: SettingsStore;
  readonly online: OnlinePlayers;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instanceId: string;
}

/** The actor of the proxy's settings, and the read model that lists and admission use. */
export class ProxyActor {
  readonly #deps: ProxyActorDeps;
  readonly #machine: typeof proxyMachine;
  readonly #pendingCommands: PendingCommands<ProxySettings>;
  readonly #queue = new KeyedQueue<'proxy'>();
  readonly #encoded: EncodedOnce;
  #actor: ActorRefFrom<typeof proxyMachine>;
  #settings: ProxySettings;
  #bypass: ReadonlySet<string> = new Set();
  #version = 0;
  #rebuilt = 0;
  #listener: ProxyListener | undefined;

  constructor(deps: ProxyActorDeps, settings: ProxySettings) {
    this.#deps = deps;
    this.#pendingCommands = new PendingCommands(deps.clock);
    this.#encoded = new EncodedOnce(deps.instanceId, () => this.current());
    this.#machine = proxyMachine.provide({
      actors: {
        saveSettings: fromPromise<ProxySettings, ProxySettings>(async ({ input }) => {
          await deps.store.save(input);
          return input;
        }),
      },
    });
    this.#settings = settings;
    this.#take(settings);
    this.#actor = this.#start(settings);
  }

  /** Begins with the stored settings, or with the defaults when none were ever stored. */
  static async open(deps: ProxyActorDeps): Promise<ProxyActor> {
    return new ProxyActor(deps, (await deps.store.load()) ?? DEFAULT_PROXY_SETTINGS);
  }

  subscribe(listener: ProxyListener): void {
    this.#listener = listener;
  }

  get rebuilt(): number {
    return this.#rebuilt;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return actorsWithin(new Map([['proxy', this]]), (proxy) => proxy.#actor);
  }

  settings(): ProxySettings {
    return this.#settings;
  }

  current(): ProxyStatusResource {
    const { maintenance, motd, maintenanceMotd, preventJoin, maxPlayers, maintenanceBypass } = this.#settings;
    return {
      maintenance,
      motd,
      maintenanceMotd,
      preventJoin,
      onlinePlayers: this.#deps.online.count,
      maxPlayers,
      maintenanceBypass: [...maintenanceBypass],
    };
  }

  status(): Encoded {
    return this.#encoded.at(`${this.#version}-${this.#deps.online.count}`);
  }

  isBypassing(name: string): boolean {
    return this.#bypass.has(name.toLowerCase());
  }

  /** In force, durable and announced when it resolves. Rejects with `invalid_body` for texts that are too long. */
  update(patch: ProxyPatch): Promise<ProxySettings> {
    return this.#change(() => patch);
  }

  /** A name that is there already, in any case, stays as it is. Rejects with `invalid_body` when the list is full. */
  async addBypass(name: string): Promise<readonly string[]> {
    const changed = await this.#change((now) => ({ maintenanceBypass: [...now.maintenanceBypass, name] }));
    return changed.maintenanceBypass;
  }

  /** Rejects with `bypass_not_found`. */
  async removeBypass(name: string): Promise<readonly string[]> {
    const changed = await this.#change((now) => {
      const folded = name.toLowerCase();
      const left = now.maintenanceBypass.filter((other) => other.toLowerCase() !== folded);
      if (left.length === now.maintenanceBypass.length) throw new AppError('bypass_not_found');
      return { maintenanceBypass: left };
    });
    return changed.maintenanceBypass;
  }

  close(): void {
    this.#actor.stop();
  }

  /** The patch is made when the changes before it are done, so that two changes of one list do not undo each other. */
  #change(makePatch: (now: ProxySettings) => ProxyPatch): Promise<ProxySettings> {
    return this.#queue.run('proxy', async () => {
      const patch = makePatch(this.#settings);
      this.#assertFits(patch);
      return this.#pendingCommands.run((requestId) =>
        this.#actor.send({ type: 'proxy.update', requestId, patch }),
      );
    });
  }

  #assertFits(patch: ProxyPatch): void {
    const { motd, maintenanceMotd, maintenanceBypass } = patch;
    if (motd === undefined && maintenanceMotd === undefined && maintenanceBypass === undefined) return;
    const problem = settingsProblem(this.#settings, applyProxyPatch(this.#settings, patch));
    if (problem !== undefined) throw new AppError('invalid_body', problem);
  }

  #start(settings: ProxySettings): ActorRefFrom<typeof proxyMachine> {
    const { clock, logger } = this.#deps;
    const actor = createActor(this.#machine, { id: 'proxy', input: { settings }, clock });
    actor.on('*', (emitted) => this.#notify(emitted));
    actor.subscribe({
      error: (error) => {
        logger.error({ event: 'proxy.actor-died', err: error });
        this.#rebuilt += 1;
        this.#actor = this.#start(this.#settings);
        this.#pendingCommands.failed(error);
      },
    });
    return actor.start();
  }

  #notify(emitted: ProxyEmitted): void {
    switch (emitted.type) {
      case 'proxy.changed':
        this.#take(emitted.settings);
        this.#deps.events.append({ type: 'proxy_update', data: this.current() });
        this.#listener?.settingsChanged(emitted.settings);
        return;
      case 'command.done':
        return this.#pendingCommands.done(emitted.requestId, emitted.result);
      case 'command.rejected':
        return this.#pendingCommands.rejected(emitted);
      case 'event.refused':
        return this.#deps.logger.warn({ event: 'proxy.event-refused', refused: emitted.refused });
    }
  }

  #take(settings: ProxySettings): void {
    this.#settings = settings;
    this.#bypass = new Set(settings.maintenanceBypass.map((name) => name.toLowerCase()));
    this.#version += 1;
  }
}
