import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import type { Identity } from './identity.ts';

/** Seconds in which a ticket must be used (CONTRACT §4). */
export const TICKET_SECONDS = 15;
const MAX_TICKETS = 10_000;

/**
 * Tickets open one stream each, so that no long-lived secret stands in a URL. A ticket stands for the one who asked for
 * it: its stream ends with that login. Kept by digest, so that looking one up takes the same time whatever is asked.
 */
export class Tickets {
  readonly #clock: Clock;
  readonly #open = new Map<string, { readonly identity: Identity; readonly expires: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(identity: Identity): string {
    const now = this.#clock.now();
    // In order of expiry, as all live equally long: the first that still holds ends the sweep.
    for (const [key, { expires }] of this.#open) {
      if (expires > now && this.#open.size < MAX_TICKETS) break;
      this.#open.delete(key);
    }
    const ticket = randomBytes(24).toString('base64url');
    this.#open.set(digest(ticket), { identity, expires: now + TICKET_SECONDS * 1000 });
    return ticket;
  }

  /** Takes the ticket; a second time, or too late, there is none. */
  redeem(ticket: string): Identity | undefined {
    const key = digest(ticket);
    const found = this.#open.get(key);
    this.#open.delete(key);
    return found !== undefined && this.#clock.now() < found.expires ? found.identity : undefined;
  }
}

function digest(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64');
}
