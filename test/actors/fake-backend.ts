import type { AgentIdentity, BackendSession, ServerReport } from '../../src/actors/agents.ts';
import type { Network } from '../../src/actors/network.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { BackendClient } from '../../src/actors/ports.ts';
import { AppError } from '../../src/domain/errors.ts';

/** A game server with an agent. */
export class FakeBackend {
  readonly name: string;
  /** Reboots it was asked for. */
  readonly reboots: { readonly id: string; readonly message: string }[] = [];
  readonly announcements: string[] = [];
  /** The offers of another server that it was asked to make. */
  readonly offers: { readonly uuid: string; readonly server: string; readonly message: string }[] = [];
  readonly closes: string[] = [];
  takesReboots = true;
  hasMenus = false;
  readonly #network: Network;
  readonly #clock: Clock;
  #epoch: number;
  #session: BackendSession | undefined;

  constructor(network: Network, clock: Clock, name: string) {
    this.#network = network;
    this.#clock = clock;
    this.name = name;
    this.#epoch = clock.now();
  }

  get identity(): AgentIdentity {
    return { name: this.name, platform: 'server', version: '1.21', epoch: this.#epoch };
  }

  get session(): BackendSession {
    if (this.#session === undefined) throw new Error('the backend never connected');
    return this.#session;
  }

  /** Connects and reports what it is. */
  connect(report: ServerReport = {}): this {
    this.greet();
    this.session.report({ type: 'GAME', state: 'IDLE', ...report });
    return this;
  }

  greet(): void {
    this.#session = this.#network.agents.attachBackend(this.identity, this.client());
  }

  /** The connection is lost, or the process died: the coordinator cannot tell the two apart. */
  drop(): void {
    this.session.lost();
  }

  /** A new process of the server comes up. */
  return(report: ServerReport = {}): this {
    this.#epoch = Math.max(this.#clock.now(), this.#epoch + 1);
    return this.connect(report);
  }

  client(): BackendClient {
    return {
      reboot: (id, _countdown, message) => {
        this.reboots.push({ id, message });
        return this.takesReboots ? Promise.resolve() : Promise.reject(new AppError('platform_unavailable'));
      },
      hasMenus: this.hasMenus,
      announce: (_server, message) => void this.announcements.push(message),
      offer: (uuid, server, message) => void this.offers.push({ uuid, server, message }),
      close: (reason) => void this.closes.push(reason),
    };
  }
}
