import type { AgentSecretDirectory } from '../../actors/agents.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

const EVERY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

export interface AgentTableWatchDeps {
  readonly agentSecrets: Pick<AgentSecretDirectory, 'reload'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * Reads the table of agents every 5 s: `portcullis agent` in another process may have written it. Only for databases that
 * more than one process can use. Returns the way to stop.
 */
export function watchAgentTable({ agentSecrets, clock, logger, random }: AgentTableWatchDeps): () => void {
  let isClosed = false;
  let timer = clock.setTimeout(() => void read(0), EVERY_MS);
  async function read(failures: number): Promise<void> {
    let failed = failures;
    try {
      await agentSecrets.reload();
      failed = 0;
    } catch (error) {
      failed += 1;
      if (failed === 1) logger.warn({ event: 'agent.table-not-read', err: error });
    }
    if (isClosed) return;
    const wait = failed === 0 ? EVERY_MS : backoffMs(failed, EVERY_MS, MAX_RETRY_MS, random);
    timer = clock.setTimeout(() => void read(failed), wait);
  }
  return () => {
    isClosed = true;
    clock.clearTimeout(timer);
  };
}
