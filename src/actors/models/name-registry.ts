import { LRUCache } from 'lru-cache';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { NameProof, NameRecord, NameStore } from '../ports.ts';
import { FalseClaims } from './false-claims.ts';
import { isClaim, isOutdatedAt, isProof, isProofAt } from './name-proofs.ts';
import { UnreadProofs } from './unread-proofs.ts';

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
/** A name that is proved again is written at most this often. */
const REPEAT_MS = 86_400_000;
/** A week before somebody else can have the name, a proof wants a second one. */
const FRESH_MS = 30 * 86_400_000;

/** Somebody was let in under this name, folded, and uuid without a proof. */
interface Claim {
  readonly key: string;
  readonly uuid: Uuid;
  readonly at: number;
  /** Whether it stands in for the claim before it, and so for the time since then. */
  readonly isInstead: boolean;
}

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
}

/**
 * Which player has which name, and who vouched for it: `NetworkNames`, with those of late in memory. A name is *proved*
 * when the account service or an agent that authenticates vouched for it. A game server's word counts only where there is
 * no other: one server's secret is easier to steal.
 */
export class NameRegistry {
  readonly falseClaims = new FalseClaims();
  readonly #deps: NameRegistryDeps;
  readonly #known = new LRUCache<string, NameRecord>({ maxSize: MAX_NAMES, sizeCalculation: one });
  /** Names that the table does not have. */
  readonly #absent = new LRUCache<string, true>({ maxSize: MAX_ABSENT, sizeCalculation: one });
  readonly #unwritten = new Map<string, NameRecord>();
  readonly #unread: UnreadProofs;
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
    for (const row of await this.#deps.store.findMany(missing)) {
      // Something newer may have been learnt meanwhile.
      if (!this.#known.has(row.key)) this.#known.set(row.key, row);
    }
    for (const key of missing) {
      if (!this.#known.has(key)) this.#absent.set(key, true);
      // A proof that waits for the table as well takes the claim along.
      const claim = this.#unread.get(key) === undefined ? this.#takeUnreadClaim(key) : undefined;
      const kept = claim === undefined ? undefined : claimedRecord(claim, this.#known.get(key));
      if (kept !== undefined) this.#keep(kept);
    }
  }

  /** Every name that is known of the player. Rejects with `storage_unavailable`. */
  async namesOf(uuid: Uuid): Promise<NameRecord[]> {
    return await this.namesOfAll([uuid]);
  }

  /** Every name that is known of any of these players. Rejects with `storage_unavailable`. */
  async namesOfAll(uuids: readonly Uuid[]): Promise<NameRecord[]> {
    const wanted = new Set(uuids);
    const stored = await this.#deps.store.namesOf([...wanted]);
    const latest = stored.map((row) => this.#known.get(row.key) ?? row);
    const keys = new Set(latest.map(({ key }) => key));
    const unwritten = [...this.#unwritten.values(), ...this.#unread.values()].filter(
      ({ key }) => !keys.has(key),
    );
    return [...latest, ...unwritten].filter((row) => wanted.has(row.uuid));
  }

  /** Whether the name is proved to be this player's, so lately that nobody else can have it by now. */
  isProved(name: string, uuid: Uuid): boolean {
    const known = this.get(name);
    return known?.uuid === uuid && isProofAt(known, this.#deps.clock.now());
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
   * Somebody who knows vouches that the name is this player's. Resolves once what follows from it is done, and never
   * rejects; undefined where nothing follows.
   */
  prove(name: string, uuid: Uuid, by: NameProof): Promise<void> | undefined {
    const now = this.#deps.clock.now();
    const key = foldName(name);
    if (by !== 'server') this.falseClaims.forget(name, uuid);
    if (by !== 'server' && !this.#isRead(key)) return this.#proveUnread(key, uuid, by);
    const before = this.#known.get(key) ?? this.#unwritten.get(key);
    const isSame = before?.uuid === uuid;
    // One server's secret is easy to steal: its word replaces no proof, however old.
    if (by === 'server' && before !== undefined && isProof(before)) return undefined;
    const isRepeated = isSame && before.provedBy !== null && (by === 'server' || isProof(before));
    if (isRepeated && now - before.provedAt < REPEAT_MS) return undefined;
    return this.#follow({ key, uuid, provedBy: by, provedAt: now, firstSeen: now, lastSeen: now }, before);
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

  #claim(name: string, uuid: Uuid, isInstead: boolean): void {
    const key = foldName(name);
    const claim = { key, uuid, at: this.#deps.clock.now(), isInstead };
    const before = this.#known.get(key);
    if (before === undefined && !this.#absent.has(key)) {
      this.#unreadClaims.set(key, claim);
      return;
    }
    const kept = claimedRecord(claim, before);
    if (kept !== undefined) this.#keep(kept);
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
  #proveUnread(key: string, uuid: Uuid, by: NameProof): Promise<void> | undefined {
    const now = this.#deps.clock.now();
    const last = this.#unread.get(key);
    if (last?.uuid === uuid && isProof(last) && now - last.provedAt < REPEAT_MS) return undefined;
    if (last === undefined && this.#unread.isFull) return undefined;
    const proof = { key, uuid, provedBy: by, provedAt: now, firstSeen: now, lastSeen: now };
    this.#known.set(key, proof);
    return this.#unread.add(proof);
  }

  async #settle(proof: NameRecord, before: NameRecord | undefined): Promise<void> {
    const claim = this.#takeUnreadClaim(proof.key);
    const claimed = claim === undefined ? undefined : claimedRecord(claim, before);
    await this.#follow(proof, claimed ?? before);
  }

  /** Keeps what was proved or vouched for, and does what follows from it. */
  #follow(record: NameRecord, before: NameRecord | undefined): Promise<void> | undefined {
    const { key, uuid, provedBy, provedAt } = record;
    const isSame = before?.uuid === uuid;
    const isKnownLonger = isSame && !isOutdatedAt(before, provedAt);
    this.#keep(isKnownLonger ? { ...record, firstSeen: before.firstSeen } : record);
    if (before !== undefined && !isSame && isClaim(before)) this.falseClaims.note(key, before.uuid);
    // A game server's word moves no ban.
    if (provedBy === 'server') return undefined;
    return this.#listener?.named(key, uuid, before);
  }

  /** Writes what is left. Rejects with `storage_unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#unread.close();
    this.#deps.clock.clearTimeout(this.#timer);
    await this.#writing;
    while (this.#unwritten.size > 0) await this.#writeBatch();
  }

  #isWithin(milliseconds: number, { provedAt }: NameRecord): boolean {
    return this.#deps.clock.now() - provedAt < milliseconds;
  }

  #keep(record: NameRecord): void {
    this.#known.set(record.key, record);
    // Memory may forget the name, and then the table has it.
    this.#absent.delete(record.key);
    if (this.#unwritten.size >= MAX_UNWRITTEN && !this.#unwritten.has(record.key)) return;
    this.#unwritten.set(record.key, record);
    this.#writeAfter(WRITE_AFTER_MS);
  }

  /** Never rejects: what could not be written is tried again. */
  async #write(): Promise<void> {
    const { logger, random } = this.#deps;
    let wait = 0;
    try {
      await this.#writeBatch();
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
      this.#writing = this.#write();
    }, milliseconds);
  }

  async #writeBatch(): Promise<void> {
    const batch = [...this.#unwritten.values()].slice(0, BATCH);
    await this.#deps.store.save(batch);
    // One that changed while it was written is written again.
    for (const row of batch) if (this.#unwritten.get(row.key) === row) this.#unwritten.delete(row.key);
  }
}

/** What is known of a name after the claim, by what was known before; undefined where the claim changes nothing. */
function claimedRecord(claim: Claim, before: NameRecord | undefined): NameRecord | undefined {
  const { key, uuid, at, isInstead } = claim;
  const isSame = before?.uuid === uuid;
  if (isSame && at - before.lastSeen < REPEAT_MS) return undefined;
  if (isSame && isOutdatedAt(before, at)) return { ...before, lastSeen: at };
  if (before !== undefined && before.provedBy !== null) return undefined;
  const isKnownLonger = before !== undefined && (isSame || (isInstead && isClaim(before)));
  const firstSeen = isKnownLonger ? before.firstSeen : at;
  return { key, uuid, provedBy: null, provedAt: 0, firstSeen, lastSeen: at };
}

/** By size and not by count, because a cache of so many entries takes all its memory at the start. */
function one(): number {
  return 1;
}
