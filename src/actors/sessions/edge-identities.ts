import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentIdentity } from '../agents.ts';
import type { ProxyLeases } from './proxy-lease.ts';

export interface EdgeIdentitiesDeps {
  readonly leases: Pick<ProxyLeases, 'othersThan'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps the edges of a network to one `edge.identity`. Where servers check no accounts anybody comes under any name, and
 * beside servers that do, what they did there would be done by the account of that name (decision 129).
 */
export class EdgeIdentities {
  readonly #deps: EdgeIdentitiesDeps;
  readonly #refused: FoldedLog;

  constructor(deps: EdgeIdentitiesDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#refused = new FoldedLog({
      clock,
      logger,
      level: 'error',
      event: 'edge.other-identity',
      by: 'edge',
    });
  }

  /** Throws `not_permitted` for an edge of another kind than one that is there, or was until its grace is over. */
  assertSame({ name, platform, accounts }: AgentIdentity): void {
    if (platform !== 'edge' || accounts === undefined) return;
    const other = this.#deps.leases
      .othersThan(name)
      .find(({ servers }) => servers !== null && servers !== accounts);
    if (other === undefined) return;
    const there = other.identity.name;
    const detail = `\`edge.identity\` is "${accounts}" at the edge ${name} and "${other.servers}" at the edge ${there}: all edges of a network have the same. Change one and restart it; servers that check accounts and servers that do not are two networks`;
    this.#refused.note(name, { identity: accounts, there, detail });
    throw new AppError('not_permitted', detail);
  }

  close(): void {
    this.#refused.close();
  }
}
