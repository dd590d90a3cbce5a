import { LRUCache } from 'lru-cache';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { NameProof, NameRecord, NameStore } from '../ports.ts';
import { FalseClaims } from './false-claims.ts';
import { FREE_AFTER_MS, isClaim, isOutdatedAt, isProof, isProofAt } from './name-proofs.ts';
import { type Claim, claimedRecord, REPEAT_MS } from './names/claimed-record.ts';
import { NameReadings } from './names/name-readings.ts';
import { OpenClaims } from './names/open-claims.ts';
import { UnreadProofs } from './names/unread-proofs.ts';
import { WaitingNames } from './names/waiting-names.ts';

/** Names kept in memory. */
const MAX_NAMES = 200_000;
/** Names known to be in no row. */
const MAX_ABSENT = 20_000;
/** Names that were claimed before the table was read; the oldest goes for a new one. */
const MAX_UNREAD_CLAIMS = 50_000;
/** Names that wait to be written; while the database is away, further ones are not kept. */
const MAX_UNWRITTEN = 50_000;
const BATCH = 500;
const WRITE_AFTER_MS = 500;
/** Until it is looked again whether what follows from a name is done, before which it is not written. */
const UNSETTLED_MS = 1_000;
/** A week before somebody else can have the name, a proof wants a second one. */
const FRESH_MS = 30 * 86_400_000;

/** A clock that is put right by less than this changes nothing of what was proved. */
const CLOCK_STEP_MS = 86_400_000;

export interface NameRegistryDeps {
  readonly store: NameStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** What follows when it turns out whose a name is. */
export interface NameListener {
  /** The name is proved to be this player's; `before` is what was known of it until now. Never rejects. */
  named(name: string, uuid: Uuid, before: NameRecord | undefined): Promise<void>;
  /**
   * Names, folded, of which what follows is not done. They are not written until then: after an end of the process the table
   * still has the claim, and what follows is done when the name is proved anew.
   */
  unsettled(): ReadonlySet<string>;
}

/**
 * Which player has which name, and who vouched for it: `NetworkNames`, with those of late in memory. A name is *proved*
 * when the account service or an agent that authenticates vouched for it. A game server's word counts only where there is
 * no other: one server's secret is easier to steal.
 */
export class NameRegistry {
  readonly falseClaims = new FalseClaims();
  readonly openClaims = new OpenClaims();
  readonly #deps: NameRegistryDeps;
  readonly #known = new LRUCache<string, NameRecord>({ maxSize: MAX_NAMES, sizeCalculation: one });
  /** Names that the table does not have. */
  readonly #absent = new LRUCache<string, true>({ maxSize: MAX_ABSENT, sizeCalculation: one });
  readonly #unwritten = new WaitingNames();
  readonly #unread: UnreadProofs;
  readonly #readings: NameReadings;
  /** By name, folded. Whoever reads the name from the table next takes the claim into account. */
  readonly #unreadClaims = new LRUCache<string, Claim>({
    maxSize: MAX_UNREAD_CLAIMS,
    sizeCalculation: one,
  });
  #listener: NameListener | undefined;
  #timer: unknown = null;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #failures = 0;

  constructor(deps: NameRegistryDeps) {
    this.#deps = deps;
    this.#readings = new NameReadings(deps);
    this.#unread = new UnreadProofs({ ...deps, settle: (proof, before) => this.#settle(proof, before) });
  }

  subscribe(listener: NameListener): void {
    this.#listener = listener;
  }

  /** What is known of the name in memory; for decisions that cannot wait. */
  get(name: string): NameRecord | undefined {
    return this.#known.get(foldName(name));
  }

  /** What is known of the name. Rejects with `storage_unavailable`. */
  async find(name: string): Promise<NameRecord | undefined> {
    await this.load([name]);
    return this.get(name);
  }

  /** Reads names into memory. Rejects with `storage_unavailable`. */
  async load(names: readonly string[]): Promise<void> {
    const missing = names.map(foldName).filter((key) => !this.#known.has(key) && !this.#absent.has(key));
    if (missing.length === 0) return;
    // What memory forgot before it was written is not in the table yet.
    for (const key of missing) {
      const unwritten = this.#unwritten.get(key) ?? this.#unread.get(key);
      if (unwritten !== undefined) this.#known.set(key, unwritten);
    }
    for (const row of await this.#readings.find(missing)) {
      // Something newer may have been learnt meanwhile.
      if (!this.#known.has(row.key)) this.#known.set(row.key, row);
    }
    for (const key of missing) {
      if (!this.#known.has(key)) this.#absent.set(key, true);
      // A proof that waits for the table as well takes the claim along.
      if (this.#unread.get(key) !== undefined) continue;
      const row = this.#known.get(key);
      const kept = this.#withUnreadClaim(key, row);
      if (kept !== undefined && kept !== row) this.#keep(kept);
    }
  }

  /** Every name that is known of the player. Rejects with `storage_unavailable`. */
  async namesOf(uuid: Uuid): Promise<NameRecord[]> {
    return await this.namesOfAll([uuid]);
  }

  /** Every name that is known of any of these players. Rejects with `storage_unavailable`. */
  async namesOfAll(uuids: readonly Uuid[]): Promise<NameRecord[]> {
    const wanted = new Set(uuids);
    const stored = await this.#readings.namesOf([...wanted]);
    const latest = stored.map((row) => this.#known.get(row.key) ?? row);
    const keys = new Set(latest.map(({ key }) => key));
    const waiting = [this.#unwritten, this.#unread]
      .flatMap((names) => [...wanted].flatMap((uuid) => [...names.of(uuid)]))
      .filter(({ key }) => !keys.has(key));
    return [...latest.filter((row) => wanted.has(row.uuid)), ...waiting];
  }

  /** Whether the name is proved to be this player's, so lately that nobody else can have it by now. */
  isProved(name: string, uuid: Uuid): boolean {
    const known = this.get(name);
    return known?.uuid === uuid && this.#isPast(known) && isProofAt(known, this.#deps.clock.now());
  }

  /** Whether the name was proved to be this player's, however long ago, when they were last let in under it. */
  wasProved(name: string, uuid: Uuid): boolean {
    const known = this.get(name);
    return known?.uuid === uuid && isProof(known) && !isClaim(known);
  }

  /** Whether the proof is so young that nobody need be asked. */
  isFresh(record: NameRecord): boolean {
    return isProof(record) && this.#isWithin(FRESH_MS, record);
  }

  /** Whether a game server vouched for the name lately: hardly more than a claim. */
  isVouched(record: NameRecord): boolean {
    return record.provedBy === 'server' && this.#isWithin(FRESH_MS, record);
  }

  /**
   * Somebody who authenticates vouches that the name is this player's. Resolves once what follows from it is done, and never
   * rejects; undefined where nothing follows.
   */
  prove(name: string, uuid: Uuid, by: Exclude<NameProof, 'server'>): Promise<void> | undefined {
    const now = this.#deps.clock.now();
    const key = foldName(name);
    this.falseClaims.forget(name, uuid);
    if (!this.#isRead(key)) return this.#proveUnread(key, uuid, by);
    const before = this.#known.get(key) ?? this.#unwritten.get(key);
    const isRepeated =
      before?.uuid === uuid && isProof(before) && Math.abs(now - before.provedAt) < REPEAT_MS;
    if (isRepeated) return undefined;
    return this.#follow({ key, uuid, provedBy: by, provedAt: now, firstSeen: now, lastSeen: now }, before);
  }

  /**
   * A game server says that the name is this player's. One server's secret is easy to steal: its word replaces no proof,
   * however old, moves no ban, and says nothing of when somebody was here.
   */
  say(name: string, uuid: Uuid, server: string): void {
    const now = this.#deps.clock.now();
    const key = foldName(name);
    const before = this.#known.get(key) ?? this.#unwritten.get(key);
    const isSame = before?.uuid === uuid;
    if (before !== undefined && isProof(before)) return;
    if (isSame && before.provedBy !== null && now - before.provedAt < REPEAT_MS) return;
    const isClaimed = before !== undefined && isClaim(before);
    const firstSeen = isSame ? before.firstSeen : now;
    const lastSeen = isClaimed ? before.lastSeen : now;
    this.#keep({ key, uuid, provedBy: 'server', provedAt: now, firstSeen, lastSeen });
    if (!isClaimed || isSame) return;
    this.falseClaims.noteSaid(key, before.uuid, server);
    // One server can say so much that this is forgotten.
    if (before.provedBy === null) this.openClaims.add(key, before.uuid);
  }

  /**
   * Somebody was let in under this name and uuid without a proof. Never replaces what was vouched for; of an old proof it
   * keeps that its player was here since by no more than a claim. Of a name that was not looked up the claim waits until
   * somebody reads what the table has.
   */
  claim(name: string, uuid: Uuid): void {
    this.#claim(name, uuid, false);
  }

  /**
   * The name stays with whoever has it, under this uuid, because the player who was claimed has another one. Bans that were
   * set since the claim are about the name as before.
   */
  claimInstead(name: string, uuid: Uuid): void {
    this.#claim(name, uuid, true);
  }

  /**
   * Somebody was shown under this name and uuid, and that changes nothing of what is known of the name: a ban keeps it, or it was
   * found out at once that the claim is false.
   */
  claimBeside(name: string, uuid: Uuid): void {
    const key = foldName(name);
    const known = this.#known.get(key);
    if (known?.uuid !== uuid) this.#leaveOpen(key, uuid, known, this.#deps.clock.now());
  }

  /** Whether a claim of this player's uuid under the name would be remembered, until it is proved whose the name is. */
  mayClaim(name: string, uuid: Uuid): boolean {
    const key = foldName(name);
    return this.#known.get(key)?.uuid === uuid || this.openClaims.mayAdd(key, uuid);
  }

  #claim(name: string, uuid: Uuid, isInstead: boolean): void {
    const key = foldName(name);
    const claim = { key, uuid, at: this.#deps.clock.now(), isInstead };
    const before = this.#known.get(key);
    if (before === undefined && !this.#absent.has(key)) {
      const last = this.#unreadClaims.get(key);
      if (last !== undefined && last.uuid !== uuid) this.openClaims.add(key, last.uuid);
      this.#unreadClaims.set(key, claim);
      return;
    }
    const kept = this.#weigh(claim, before);
    if (kept !== undefined && kept !== before) this.#keep(kept);
  }

  /** What is known of the name after the claim. Of two claims the one that is not kept stays open. */
  #weigh(claim: Claim, before: NameRecord | undefined): NameRecord | undefined {
    const { key, uuid, at, isInstead } = claim;
    const known = claimedRecord(claim, before) ?? before;
    if (known?.uuid !== uuid) {
      if (!isInstead) this.#leaveOpen(key, uuid, known, at);
    } else if (before !== undefined && before.uuid !== uuid) {
      this.openClaims.delete(key, uuid);
      // So long after, somebody else can have come by the name.
      const isSameAccount = at - before.lastSeen < FREE_AFTER_MS;
      if (isClaim(before) && isSameAccount) this.openClaims.add(key, before.uuid);
    }
    return known;
  }

  #leaveOpen(key: string, uuid: Uuid, known: NameRecord | undefined, at: number): void {
    if (known !== undefined && isProofAt(known, at)) this.falseClaims.note(key, uuid);
    else this.openClaims.add(key, uuid);
  }

  /** What is known of a name by what the table has of it, and by what was claimed before that was read. */
  #withUnreadClaim(key: string, row: NameRecord | undefined): NameRecord | undefined {
    // More than a claim ties this player to the name.
    if (row !== undefined && !isClaim(row)) this.openClaims.delete(key, row.uuid);
    const claim = this.#takeUnreadClaim(key);
    return claim === undefined ? row : this.#weigh(claim, row);
  }

  #takeUnreadClaim(key: string): Claim | undefined {
    const claim = this.#unreadClaims.get(key);
    this.#unreadClaims.delete(key);
    return claim;
  }

  /** Whether memory knows what the table has of the name. */
  #isRead(key: string): boolean {
    if (this.#unread.get(key) !== undefined) return false;
    return this.#known.has(key) || this.#absent.has(key) || this.#unwritten.has(key);
  }

  /** It counts from now on, and what follows waits for the table. */
  #proveUnread(key: string, uuid: Uuid, by: Exclude<NameProof, 'server'>): Promise<void> | undefined {
    const now = this.#deps.clock.now();
    const last = this.#unread.get(key);
    if (last?.uuid === uuid && isProof(last) && now - last.provedAt < REPEAT_MS) return undefined;
    if (last === undefined && this.#unread.isFull) return undefined;
    const proof = { key, uuid, provedBy: by, provedAt: now, firstSeen: now, lastSeen: now };
    this.#known.set(key, proof);
    return this.#unread.add(proof);
  }

  async #settle(proof: NameRecord, before: NameRecord | undefined): Promise<void> {
    await this.#follow(proof, this.#withUnreadClaim(proof.key, before));
  }

  /** Keeps what was proved, and does what follows from it. */
  #follow(record: NameRecord, before: NameRecord | undefined): Promise<void> | undefined {
    const { key, uuid, provedAt } = record;
    const isSame = before?.uuid === uuid;
    const isKnownLonger = isSame && !isOutdatedAt(before, provedAt);
    this.#keep(isKnownLonger ? { ...record, firstSeen: before.firstSeen } : record);
    for (const claimed of this.openClaims.take(key))
      if (claimed !== uuid) this.falseClaims.note(key, claimed);
    if (before !== undefined && !isSame && isClaim(before)) this.falseClaims.note(key, before.uuid);
    return this.#listener?.named(key, uuid, before);
  }

  /** Resolves once the table has what is known of the name. Rejects with `storage_unavailable`. */
  async written(name: string): Promise<void> {
    await this.load([name]);
    // Two writes at once may land in the other order.
    const writing = this.#writing.then(() => this.#writeBatch([foldName(name)]));
    this.#writing = writing.then(ignore, ignore);
    await writing;
  }

  /** Writes what is left. Rejects with `storage_unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#unread.close();
    this.#deps.clock.clearTimeout(this.#timer);
    await this.#writing;
    while (await this.#writeBatch());
  }

  #isWithin(milliseconds: number, record: NameRecord): boolean {
    return this.#isPast(record) && this.#deps.clock.now() - record.provedAt < milliseconds;
  }

  /** False for what was proved while the clock was far ahead: it would count as young until that day, and for 30 days more. */
  #isPast({ provedAt }: NameRecord): boolean {
    return provedAt - this.#deps.clock.now() < CLOCK_STEP_MS;
  }

  #keep(record: NameRecord): void {
    this.#known.set(record.key, record);
    // Memory may forget the name, and then the table has it.
    this.#absent.delete(record.key);
    if (this.#unwritten.size >= MAX_UNWRITTEN && !this.#unwritten.has(record.key)) return;
    this.#unwritten.set(record);
    this.#writeAfter(WRITE_AFTER_MS);
  }

  /** Never rejects: what could not be written is tried again. */
  async #write(): Promise<void> {
    const { logger, random } = this.#deps;
    let wait = 0;
    try {
      if (!(await this.#writeBatch())) wait = UNSETTLED_MS;
      this.#failures = 0;
    } catch (error) {
      logger.warn({ event: 'names.not-written', waiting: this.#unwritten.size, err: error });
      this.#failures += 1;
      wait = backoffMs(this.#failures, 1_000, 60_000, random);
    }
    this.#timer = null;
    if (this.#unwritten.size > 0 && !this.#isClosed) this.#writeAfter(wait);
  }

  #writeAfter(milliseconds: number): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => {
      this.#writing = this.#writing.then(() => this.#write());
    }, milliseconds);
  }

  /** False when there is nothing that may be written by now. */
  async #writeBatch(keys: Iterable<string> = this.#unwritten.keys()): Promise<boolean> {
    const unsettled = this.#listener?.unsettled();
    const batch: NameRecord[] = [];
    for (const key of keys) {
      const row = this.#unwritten.get(key);
      if (batch.length >= BATCH) break;
      if (row !== undefined && unsettled?.has(key) !== true) batch.push(row);
    }
    if (batch.length === 0) return false;
    await this.#deps.store.save(batch);
    // One that changed while it was written is written again.
    for (const row of batch) if (this.#unwritten.get(row.key) === row) this.#unwritten.delete(row.key);
    return true;
  }
}

function ignore(): void {}

/** By size and not by count, because a cache of so many entries takes all its memory at the start. */
function one(): number {
  return 1;
}
