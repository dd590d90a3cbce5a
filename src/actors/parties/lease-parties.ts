import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';

interface Member {
  readonly party: Party;
  /** As last known; empty until it is. */
  name: string;
}

/** The parties of one proxy, by their members. */
export class LeaseParties {
  readonly parties: readonly Party[];
  readonly #members = new Map<Uuid, Member>();

  constructor(parties: readonly Party[]) {
    this.parties = parties;
  }

  /** How many different players are in the parties. */
  get size(): number {
    return this.#members.size;
  }

  /** Players without a name. */
  unnamed(): Uuid[] {
    const unnamed: Uuid[] = [];
    for (const [uuid, { name }] of this.#members) if (name === '') unnamed.push(uuid);
    return unnamed;
  }

  /** A player who is in two parties counts for the first. */
  add(uuid: Uuid, party: Party, name: string): void {
    if (!this.#members.has(uuid)) this.#members.set(uuid, { party, name });
  }

  of(uuid: Uuid): Party | undefined {
    return this.#members.get(uuid)?.party;
  }

  /** Undefined for somebody who is in no party, and for one whose name is not known. */
  nameOf(uuid: Uuid): string | undefined {
    const name = this.#members.get(uuid)?.name;
    return name === '' ? undefined : name;
  }

  learn(uuid: Uuid, name: string): void {
    const member = this.#members.get(uuid);
    if (member !== undefined) member.name = name;
  }
}
