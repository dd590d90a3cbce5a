import type { RefusalTexts } from '../../domain/admission.ts';
import type { ProxyPatch, ProxySettings } from '../../domain/proxy-status.ts';
import type { ProxyStatusResource } from '../../domain/resources.ts';
import type { ProxyActor } from '../entities/proxy-actor.ts';
import type { MinuteHistory } from '../models/minute-history.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Encoded, ProxyDirectory } from '../network.ts';
import type { ProxySessions } from '../sessions/proxy-sessions.ts';

export interface ProxyServiceDeps {
  readonly proxyActor: ProxyActor;
  readonly history: MinuteHistory;
  readonly online: OnlinePlayers;
  readonly proxySessions: ProxySessions;
  readonly texts: RefusalTexts;
}

/** What admins can read and change of the proxy: its settings, the bypass list, the history. */
export class ProxyService implements ProxyDirectory {
  readonly #deps: ProxyServiceDeps;

  constructor(deps: ProxyServiceDeps) {
    this.#deps = deps;
  }

  status(): Encoded {
    return this.#deps.proxyActor.status();
  }

  current(): ProxyStatusResource {
    return this.#deps.proxyActor.current();
  }

  settings(): ProxySettings {
    return this.#deps.proxyActor.settings();
  }

  async update(patch: ProxyPatch, kickPlayers = false): Promise<ProxyStatusResource> {
    const { proxyActor } = this.#deps;
    await proxyActor.update(patch);
    if (kickPlayers && patch.maintenance === true) this.#kickWithoutBypass();
    return proxyActor.current();
  }

  addBypass(name: string): Promise<readonly string[]> {
    return this.#deps.proxyActor.addBypass(name);
  }

  removeBypass(name: string): Promise<readonly string[]> {
    return this.#deps.proxyActor.removeBypass(name);
  }

  history(): Encoded {
    return this.#deps.history.encoded();
  }

  #kickWithoutBypass(): void {
    const { proxyActor, online, proxySessions, texts } = this.#deps;
    for (const entry of online.values()) {
      if (!proxyActor.isBypassing(entry.name)) proxySessions.kickForMaintenance(entry, texts.maintenance);
    }
  }
}
