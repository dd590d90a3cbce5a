import type { Party } from '../domain/party.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { RandomChoice } from './random-choice.ts';

const MAX_PARTIES = 100;

/** The parties of one proxy: they form, shrink and end as players join and leave. */
export class SimulatedParties {
  readonly #name: string;
  readonly #parties = new Map<string, Party>();
  readonly #partyOf = new Map<Uuid, string>();
  #formed = 0;
  #isStale = false;

  constructor(name: string) {
    this.#name = name;
  }

  get parties(): Iterable<Party> {
    return this.#parties.values();
  }

  get size(): number {
    return this.#parties.size;
  }

  /** True once after every change: the parties must be reported. */
  takeStale(): boolean {
    const isStale = this.#isStale;
    this.#isStale = false;
    return isStale;
  }

  /** The players who are in no party yet form one, if they are at least two. */
  form(players: readonly Uuid[], now: number): void {
    if (this.#parties.size >= MAX_PARTIES) return;
    const members = [...new Set(players)].filter((uuid) => !this.#partyOf.has(uuid));
    const [leader] = members;
    if (leader === undefined || members.length < 2) return;
    this.#formed += 1;
    const id = `${this.#name}-${this.#formed}`;
    this.#parties.set(id, { id, leader, members, createdAt: now });
    for (const uuid of members) this.#partyOf.set(uuid, id);
    this.#isStale = true;
  }

  /** The player has left: the next member leads, and a party of one ends. */
  forget(uuid: Uuid): void {
    const party = this.#parties.get(this.#partyOf.get(uuid) ?? '');
    if (party === undefined) return;
    this.#partyOf.delete(uuid);
    const members = party.members.filter((member) => member !== uuid);
    const [next] = members;
    if (next === undefined || members.length < 2) this.#end(party);
    else
      this.#parties.set(party.id, { ...party, members, leader: party.leader === uuid ? next : party.leader });
    this.#isStale = true;
  }

  /** Any party ends. */
  endOne(random: RandomChoice): void {
    const party = random.pick([...this.#parties.values()]);
    if (party === undefined) return;
    this.#end(party);
    this.#isStale = true;
  }

  #end(party: Party): void {
    this.#parties.delete(party.id);
    for (const member of party.members) this.#partyOf.delete(member);
  }
}
