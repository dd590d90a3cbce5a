import { siteBlock } from '../../../runtime/ip-address.ts';
import { AddressShares } from '../../../runtime/limits/address-shares.ts';

/** A login that waits for a place. */
export interface WaitingLogin {
  /** As `addressBlock` makes it. */
  readonly block: string;
  readonly admit: () => void;
  readonly refuse: () => void;
}

/**
 * Logins that wait, with a bound. The networks of their addresses take turns, so that somebody who has a whole network gets
 * no more turns than somebody with one address; those of one network go in the order in which they came.
 */
export class WaitingLogins {
  readonly #limit: number;
  /** In the order of their turns; none is empty. */
  readonly #bySite = new Map<string, Set<WaitingLogin>>();
  readonly #shares = new AddressShares<WaitingLogin>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Beyond the limit the oldest login of the fullest block of addresses is refused, or this one if no block is fuller. */
  add(login: WaitingLogin): void {
    if (this.#size >= this.#limit) {
      const refused = this.#shares.fullerThan(login.block) ?? login;
      this.delete(refused);
      refused.refuse();
      if (refused === login) return;
    }
    const site = siteBlock(login.block);
    const ofSite = this.#bySite.get(site);
    if (ofSite === undefined) this.#bySite.set(site, new Set([login]));
    else ofSite.add(login);
    this.#shares.add(login, login.block);
    this.#size += 1;
  }

  /** Takes out whose turn it is. */
  next(): WaitingLogin | undefined {
    const [turn] = this.#bySite;
    if (turn === undefined) return undefined;
    const [site, ofSite] = turn;
    const [login] = ofSite;
    if (login === undefined) return undefined;
    this.delete(login);
    // What is left of the network waits until all others had a turn.
    if (this.#bySite.delete(site)) this.#bySite.set(site, ofSite);
    return login;
  }

  /** Does nothing for one that no longer waits. */
  delete(login: WaitingLogin): void {
    const site = siteBlock(login.block);
    const ofSite = this.#bySite.get(site);
    if (ofSite?.delete(login) !== true) return;
    if (ofSite.size === 0) this.#bySite.delete(site);
    this.#shares.delete(login);
    this.#size -= 1;
  }
}
