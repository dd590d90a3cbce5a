import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentIdentity, ClaimedLogin } from '../agents.ts';

export interface EdgeIdentitiesDeps {
  /** What the servers of the network do with accounts; undefined where nobody says it, and edges are not compared. */
  readonly expected: ClaimedLogin['identity'] | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps the edges of a network to the `edge.identity` of the coordinator. Where servers check no accounts anybody comes under
 * any name, and beside servers that do, what they did there would be done by the account of that name (decision 129).
 */
export class EdgeIdentities {
  readonly #expected: EdgeIdentitiesDeps['expected'];
  readonly #refused: FoldedLog;

  constructor({ expected, clock, logger }: EdgeIdentitiesDeps) {
    this.#expected = expected;
    const event = 'edge.other-identity';
    this.#refused = new FoldedLog({ clock, logger, level: 'error', event, by: 'edge' });
  }

  /** Throws `not_permitted` for an edge of another kind than the network. Which edge came first does not matter. */
  assertExpected(edge: AgentIdentity): void {
    if (edge.accounts !== undefined) this.#assertSame(edge, edge.accounts, this.#expected);
  }

  /**
   * Throws `not_permitted` for a login that an edge says to be of another kind than the network, or than the edge itself: with the
   * word of one login, claims at that edge would be believed from then on.
   */
  assertLogin(edge: AgentIdentity, identity: ClaimedLogin['identity']): void {
    this.#assertSame(edge, identity, this.#expected ?? edge.accounts);
  }

  #assertSame(
    { name, platform }: AgentIdentity,
    accounts: ClaimedLogin['identity'],
    expected: ClaimedLogin['identity'] | undefined,
  ): void {
    if (platform !== 'edge' || expected === undefined || expected === accounts) return;
    const detail = `\`edge.identity\` is "${accounts}" at the edge ${name} and "${expected}" in config.yml of the coordinator, which is for the whole network: change the wrong one and restart that process. Servers that check accounts and servers that do not are two networks`;
    this.#refused.note(name, { identity: accounts, expected, detail });
    throw new AppError('not_permitted', detail);
  }

  close(): void {
    this.#refused.close();
  }
}
