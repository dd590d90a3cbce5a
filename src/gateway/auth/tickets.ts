import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import type { Identity } from './identity.ts';

/** Seconds in which a ticket must be used (docs/api.md "Events"). */
export const TICKET_SECONDS = 15;
const MAX_TICKETS = 10_000;

/**
 * A ticket opens one stream, so that no long-lived secret is part of a URL. It has the identity of the caller who
 * requested it: the stream ends with that login. Tickets are kept by their digest, so that the time of a look-up does
 * not depend on the secret.
 */
export class Tickets {
  readonly #clock: Clock;
  readonly #open = new Map<string, { readonly identity: Identity; readonly expires: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(identity: Identity): string {
    const now = this.#clock.elapsed();
    // In order of expiry, because all are valid equally long: the first valid one ends the sweep.
    for (const [key, { expires }] of this.#open) {
      if (expires > now && this.#open.size < MAX_TICKETS) break;
      this.#open.delete(key);
    }
    const ticket = randomBytes(24).toString('base64url');
    this.#open.set(digest(ticket), { identity, expires: now + TICKET_SECONDS * 1000 });
    return ticket;
  }

  /** Uses up the ticket and returns its identity; undefined when it is unknown, used or expired. */
  redeem(ticket: string): Identity | undefined {
    const key = digest(ticket);
    const found = this.#open.get(key);
    this.#open.delete(key);
    return found !== undefined && this.#clock.elapsed() < found.expires ? found.identity : undefined;
  }
}

function digest(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64');
}
