import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { ThinnedLog } from '../../../runtime/thinned-log.ts';

/** What is logged of single logins. Anybody can log in as often as they like, so each kind is thinned. */
export class LoginLogs {
  /** Refused by the coordinator, or by the edge's copy of its bans; by address block. */
  readonly refused: ThinnedLog;
  /** A server that did not accept the connection; by its address. */
  readonly unreachable: ThinnedLog;
  /** Admitted, and not let in by a server in time; by address block. */
  readonly notLetIn: ThinnedLog;

  constructor(clock: Clock, logger: Logger) {
    const own = { clock, logger };
    this.refused = new ThinnedLog({ ...own, level: 'info', event: 'edge.refused', by: 'address' });
    this.unreachable = new ThinnedLog({
      ...own,
      level: 'warn',
      event: 'edge.upstream-unreachable',
      by: 'upstream',
    });
    this.notLetIn = new ThinnedLog({ ...own, level: 'info', event: 'edge.not-let-in', by: 'address' });
  }

  /** Writes what was counted and not yet logged. */
  close(): void {
    this.refused.close();
    this.unreachable.close();
    this.notLetIn.close();
  }
}
