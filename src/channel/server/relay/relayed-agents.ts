import type { AgentIdentity } from '../../../actors/agents.ts';
import type { Network } from '../../../actors/network.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { ConnectionFaults } from '../../../runtime/faults/connection-faults.ts';
import { FoldedLog } from '../../../runtime/folded-log.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { AgentMessageOf } from '../../protocol/agent-messages.ts';
import { commonFeatures } from '../../protocol/features.ts';
import {
  MAX_PLUGIN_MESSAGE_BYTES,
  nonceCache,
  openPluginMessage,
  type PluginKey,
  pluginKeyOf,
} from '../../protocol/plugin-message.ts';
import { type Access, isByShared, mayBanBy, objectionTo, secretHashOf } from '../agent-access.ts';
import type { AgentConnection, AgentSocket } from '../agent-connection.ts';
import type { AgentTraffics } from '../agent-traffic.ts';
import { BackendConnection } from '../backend-connection.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import type { Newcomers } from '../strangers/newcomers.ts';
import { welcomeFrame } from '../welcome.ts';
import type { Carrier } from './carrier.ts';
import { RelayedAgent } from './relayed-agent.ts';

/** Agents that are relayed; as many as there are connections. */
const MAX_AGENTS = 4_096;
/** Nonces that one agent uses within a minute and a half, and all by the shared secret together. */
const MAX_NONCES = 10_000;
/** What of a frame fits a plugin message beside the rest of the envelope. */
const MAX_RELAYED_BYTES = MAX_PLUGIN_MESSAGE_BYTES - 1_000;

export interface RelayedAgentsDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly traffics: AgentTraffics;
  readonly newcomers: Newcomers;
  readonly faults: ConnectionFaults;
  readonly badFrames: FoldedLog;
  readonly tooBig: FoldedLog;
  readonly count: (isGood: boolean) => void;
  /** `channel.secret`; null while `channel.sharedSecret` is off. */
  readonly sharedSecret: string | null;
  readonly broadcast: () => Pick<Broadcast, 'relayedGreeting'>;
}

interface RelayKey extends PluginKey {
  readonly access: Access;
}

/** The agents of game servers whose messages proxies carry (docs/channel.md "Plugin messages"). */
export class RelayedAgents {
  readonly #deps: RelayedAgentsDeps;
  readonly #carriers = new Set<Carrier>();
  readonly #agents = new Map<string, RelayedAgent>();
  /** Of each agent with a secret of its own, by that. */
  readonly #ownKeys = new Map<string, RelayKey>();
  readonly #sharedKey: RelayKey | undefined;
  readonly #refused: FoldedLog;

  constructor(deps: RelayedAgentsDeps) {
    this.#deps = deps;
    const { clock, logger, sharedSecret } = deps;
    const access = { as: 'anybody', isShared: true } as const;
    this.#sharedKey =
      sharedSecret === null
        ? undefined
        : { key: pluginKeyOf(sharedSecret), nonces: nonceCache(20 * MAX_NONCES), access };
    this.#refused = new FoldedLog({ clock, logger, level: 'warn', event: 'relay.refused', by: 'proxy' });
  }

  /** A proxy can carry from now on. */
  add(carrier: Carrier): void {
    this.#carriers.add(carrier);
  }

  remove(carrier: Carrier): void {
    this.#carriers.delete(carrier);
    for (const agent of this.#agents.values()) agent.forget(carrier);
  }

  /** A proxy has read this from the connection of one of its players to this server. Anybody may have written it. */
  receive(carrier: Carrier, server: string, data: string): void {
    const { clock, count } = this.#deps;
    const opened = openPluginMessage(Buffer.from(data), 'agent', (agent) => this.#keysOf(agent), clock.now());
    const reason = opened.ok ? (opened.agent === server ? undefined : 'wrong_server') : opened.reason;
    if (!opened.ok || reason !== undefined) {
      count(false);
      this.#refused.note(carrier.name, { server, reason });
      return;
    }
    const agent = this.#agentOf(carrier, server, opened.by);
    if (agent === undefined) this.#refused.note(carrier.name, { server, reason: 'too_many' });
    else agent.take(carrier, opened.text);
  }

  /** Frames for all that were welcomed, each short enough. */
  publish(frames: () => readonly string[]): void {
    for (const agent of this.#agents.values()) agent.publish(frames);
  }

  /** To be called every 5 s. */
  beat(now: number): void {
    for (const agent of this.#agents.values()) agent.beat(now);
  }

  /** A secret no longer holds: who came by it is connected no more. */
  revoked(secretHash: string): void {
    this.#ownKeys.delete(secretHash);
    const agent = this.#agents.get(secretHash);
    agent?.end('its secret was revoked');
    this.#agents.delete(secretHash);
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.end('the coordinator is closing');
    this.#agents.clear();
    this.#refused.close();
  }

  #keysOf(name: string): readonly RelayKey[] {
    const credential = this.#deps.network.agentSecrets.named(name);
    const shared = this.#sharedKey === undefined ? [] : [this.#sharedKey];
    if (credential === undefined) return shared;
    const known = this.#ownKeys.get(credential.secretHash);
    if (known !== undefined) return [known, ...shared];
    const access = { as: 'itself', credential } as const;
    const own = { key: credential.secretHash, nonces: nonceCache(MAX_NONCES), access };
    // As many as there are agents with secrets of their own; a secret that is revoked goes.
    this.#ownKeys.set(credential.secretHash, own);
    return [own, ...shared];
  }

  #agentOf(carrier: Carrier, name: string, { key, access }: RelayKey): RelayedAgent | undefined {
    const id = secretHashOf(access) ?? `shared ${name}`;
    const known = this.#agents.get(id);
    if (known !== undefined) return known;
    if (this.#agents.size >= MAX_AGENTS) this.#forgetOne();
    if (this.#agents.size >= MAX_AGENTS) return undefined;
    const { network, traffics, newcomers, broadcast } = this.#deps;
    const agent = new RelayedAgent({
      ...this.#deps,
      name,
      key,
      traffic: traffics.of('backend', name, secretHashOf(access)),
      carriersTo: (server) => Array.from(this.#carriers).filter((one) => one.hasPlayersOn(server)),
      everything: () => broadcast().relayedGreeting(),
      greet: (hello, socket) => {
        const objection =
          hello.name === name ? objectionTo(access, hello) : 'This message is that of another agent';
        if (hello.role !== 'backend' || objection !== undefined)
          throw new AppError('not_permitted', objection ?? 'Only game servers are relayed');
        if (isByShared(access) && !newcomers.mayCome(hello, carrier.address))
          throw new AppError('overloaded', 'Too many new names come by this proxy');
        if (access.as === 'itself') network.agentSecrets.seen(access.credential, hello.version);
        return this.#greet(hello, access, socket, carrier);
      },
    });
    this.#agents.set(id, agent);
    return agent;
  }

  #greet(
    hello: AgentMessageOf<'hello'>,
    access: Access,
    socket: AgentSocket & { readonly isOpen: boolean },
    carrier: Carrier,
  ): AgentConnection {
    const { network, clock, logger, faults, broadcast } = this.#deps;
    const { name, platform, version, epoch } = hello;
    const identity: AgentIdentity = {
      name,
      platform,
      version,
      epoch,
      isByAnybody: isByShared(access),
      secretHash: secretHashOf(access),
    };
    logger.info({ event: 'relay.greeted', agent: name, proxy: carrier.name });
    const features = commonFeatures(hello.features);
    const agent = new BackendConnection({
      network,
      identity,
      features,
      socket,
      clock,
      logger,
      faults,
      mayBan: mayBanBy(access),
      maxFrameBytes: MAX_RELAYED_BYTES,
    });
    if (!socket.isOpen) return agent;
    socket.send(welcomeFrame(clock, agent, hello));
    for (const frame of broadcast().relayedGreeting()) socket.send(frame);
    return agent;
  }

  /** One that is connected no more makes room. */
  #forgetOne(): void {
    for (const [id, { agent }] of this.#agents) {
      if (agent !== null) continue;
      this.#agents.delete(id);
      return;
    }
  }
}
