import type { Network } from '../../../actors/network.ts';
import { MAX_BYPASS_BYTES, MAX_SETTINGS_BYTES, messageBytes } from '../../../domain/proxy-status.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { fittingEntries } from '../../protocol/list-parts.ts';
import { fitsFrame } from '../../protocol/message.ts';

export interface StatusFramesDeps {
  readonly network: Pick<Network, 'proxy'>;
  readonly logger: Logger;
}

/** What of the status has changed. */
export interface StatusChange {
  /** For agents that know the feature `count`: short where only the number of players changed. */
  readonly withCount: string;
  readonly whole: () => string;
}

/**
 * Writes `status`, which is one frame, and the number of players alone where the long rest is as before. A bypass list that was stored before there was a bound may be too long for it: agents are
 * then sent its first names, and the coordinator itself goes by all.
 */
export class StatusFrames {
  readonly #deps: StatusFramesDeps;
  #leftOut = 0;
  #lastSettings = '';
  #lastCount = -1;

  constructor(deps: StatusFramesDeps) {
    this.#deps = deps;
  }

  /** The status as it is now. */
  write(): string {
    const status = this.#deps.network.proxy.current();
    const whole = JSON.stringify({ type: 'status', status });
    if (fitsFrame(whole)) {
      this.#leftOut = 0;
      return whole;
    }
    const room = Math.min(MAX_BYPASS_BYTES, MAX_SETTINGS_BYTES - messageBytes(status));
    const maintenanceBypass = fittingEntries(status.maintenanceBypass, room);
    this.#note(status.maintenanceBypass.length - maintenanceBypass.length);
    return JSON.stringify({ type: 'status', status: { ...status, maintenanceBypass } });
  }

  /** What has changed since the last call; undefined for nothing. */
  changes(): StatusChange | undefined {
    const { onlinePlayers, ...rest } = this.#deps.network.proxy.current();
    const settings = JSON.stringify(rest);
    const isSame = settings === this.#lastSettings;
    if (isSame && onlinePlayers === this.#lastCount) return undefined;
    this.#lastSettings = settings;
    this.#lastCount = onlinePlayers;
    let written: string | undefined;
    const whole = (): string => (written ??= this.write());
    return { withCount: isSame ? JSON.stringify({ type: 'status.count', onlinePlayers }) : whole(), whole };
  }

  #note(leftOut: number): void {
    if (leftOut === this.#leftOut) return;
    this.#leftOut = leftOut;
    this.#deps.logger.warn({
      event: 'channel.bypass-too-long',
      leftOut,
      detail:
        'The bypass list is longer than a frame: while the coordinator is away, proxies and edges do not know its last names. Remove some',
    });
  }
}
