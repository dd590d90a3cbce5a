import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import type { ReportedPlayer } from '../agents.ts';

/**
 * What the client itself sent as its uuid, null for none: the rest is what others said of it. An edge of an older version tells
 * nothing of it, and what it made of a name is no client's.
 */
export function ownClaim({ uuid, claim }: Pick<ReportedPlayer, 'uuid' | 'claim'>): Uuid | null {
  if (claim !== undefined) return claim;
  return isMadeOfName(uuid) ? null : uuid;
}
