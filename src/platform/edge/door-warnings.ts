import { FoldedLog } from '../../runtime/folded-log.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import { serverAddressText } from '../server-address.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { Upstream } from './routes.ts';

/** The two ends of an edge that do not agree with the other side on PROXY headers; each is logged once a minute at most. */
export class DoorWarnings {
  readonly #name: string;
  readonly #detail: string;
  readonly #untrusted: FoldedLog;
  readonly #mute: FoldedLog;

  constructor({ name, proxyProtocol, clock, logger }: DoorWarningsOptions) {
    this.#name = name;
    this.#detail =
      proxyProtocol === 'none'
        ? 'Check that it runs. Where it expects a PROXY header, set edge.proxyProtocol, else turn that off in it'
        : `Check that it runs, and that it expects PROXY headers ${proxyProtocol}, or set edge.proxyProtocol to none`;
    const shared = { clock, logger, level: 'warn' } as const;
    this.#untrusted = new FoldedLog({ ...shared, event: 'edge.untrusted-proxy-header', by: 'edge' });
    this.#mute = new FoldedLog({ ...shared, event: 'edge.upstream-mute', by: 'upstream' });
  }

  /** Somebody who is no trusted load balancer has sent a PROXY header, and was refused. */
  untrusted(ip: string): void {
    const detail =
      'If this is your load balancer, add its address to edge.trustedProxies; else somebody tries';
    this.#untrusted.note(this.#name, { ip, detail });
  }

  /** A server took the connection of a player and never sent a byte. */
  mute(upstream: Upstream, reason: string): void {
    this.#mute.note(serverAddressText(upstream), { reason, detail: this.#detail });
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.#untrusted.close();
    this.#mute.close();
  }
}

type DoorWarningsOptions = Pick<EdgeOptions, 'name' | 'proxyProtocol'> &
  Pick<PlatformDeps, 'clock' | 'logger'>;
