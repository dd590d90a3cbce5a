import { AppError } from '../../../domain/errors.ts';
import type { Upstream } from '../routes.ts';
import type { ServerUpstreams } from './server-upstreams.ts';
import type { LoginMark, TransferTargets } from './transfer-targets.ts';

/** A login that may be that of a player whom a server sent away. */
export interface ArrivingLogin extends LoginMark {
  /** Whether the client says that a server sent it here. */
  readonly isTransferred: boolean;
}

/**
 * Moves of players: a server sends the player away, and the edge connects them to another one when they come back. So it
 * writes nothing into a connection.
 */
export class Transfers {
  readonly #targets: TransferTargets;
  readonly #upstreams: Pick<ServerUpstreams, 'of'>;

  constructor(targets: TransferTargets, upstreams: Pick<ServerUpstreams, 'of'>) {
    this.#targets = targets;
    this.#upstreams = upstreams;
  }

  /** Throws `server_not_found`, or `platform_unavailable` for a server without an address of its own. */
  expect(mark: LoginMark, server: string): void {
    const upstream = this.#upstreams.of(server);
    if (upstream === undefined) throw new AppError('server_not_found');
    if (upstream === null) {
      throw new AppError(
        'platform_unavailable',
        `The edge has no address for ${server}: add it to edge.servers`,
      );
    }
    this.#targets.remember(mark, server);
  }

  /** Where this login leads before its route; undefined for one that was not sent here. Who comes anew is expected no longer. */
  arrive(login: ArrivingLogin): Upstream | undefined {
    const server = this.#targets.take(login);
    if (server === undefined || !login.isTransferred) return undefined;
    return this.#upstreams.of(server) ?? undefined;
  }
}
