import type { RefusalTexts } from '../domain/admission.ts';
import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Turns } from '../runtime/turns.ts';
import type { ClaimedLogin } from './agents.ts';
import type { AccountService, StatusProbe, Storage } from './ports.ts';
import type { RetentionRules } from './services/retention.ts';
import type { NoticeTexts } from './staff/staff-notices.ts';
import type { RebootRules } from './sessions/reboots/reboot-rules.ts';

/** With what a network is opened. */
export interface NetworkOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `Math.random` when absent. */
  readonly random?: Random;
  /** How much of what agents report is taken in one turn of the event loop; all of it when absent. */
  readonly turns?: Turns;
  /** IANA name; a RangeError for one that does not exist. */
  readonly timezone: string;
  readonly texts: RefusalTexts;
  /** What staff in the game read of bans and kicks; nothing when absent. */
  readonly notices?: NoticeTexts;
  /** How many slots the logins of one address may reserve before they join; no limit when absent. */
  readonly slotsPerAddress?: number;
  /** How servers are restarted; what is absent is as in `DEFAULT_REBOOT_RULES`. */
  readonly reboot?: Partial<RebootRules>;
  /** For how long rows are kept; for ever when absent. */
  readonly keep?: RetentionRules;
  /** Absent: servers without an agent are not pinged. */
  readonly probe?: StatusProbe;
  /** Why this process cannot reach a server, for those who want to restart it; undefined while it can. */
  readonly closedReasonOf?: (server: string) => string | undefined;
  /** What the servers behind all edges do with accounts; absent: edges are not compared. */
  readonly edgeIdentity?: ClaimedLogin['identity'];
  /** Which account has a name; absent: nobody is asked, nor where `edgeIdentity` is `offline`. */
  readonly accounts?: AccountService;
}
