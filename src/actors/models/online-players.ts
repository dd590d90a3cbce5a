import { LRUCache } from 'lru-cache';
import { createStore } from '@xstate/store';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { encodeText } from './encoded-once.ts';
import type { EncodedPage, ListInPieces, OnlineQuery } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import { NameSearch } from './name-search.ts';
import type { OnlineEntry } from './online-entry.ts';
import { ORDERS, SortedEntries } from './sorted-entries.ts';

/** How many bodies are kept for repeated requests; those of searches are not kept. */
const MAX_CACHED_BODIES = 64;
/** Encoding more than this in one go would delay everybody else: 200 000 players take half a second. */
const MAX_AT_ONCE = 1000;
/** Of a search, in one piece. */
const PIECE = 400;

interface OnlineContext {
  /** Grows with every change that some list of online players could show. */
  readonly version: number;
  readonly entries: Map<Uuid, OnlineEntry>;
}

const blank = (): OnlineContext => ({ version: 0, entries: new Map() });

interface CachedBody {
  readonly stamp: string;
  readonly page: EncodedPage;
}

export interface OnlinePlayersOptions {
  readonly clock: Clock;
  /** Differs from process to process; part of every ETag. */
  readonly instanceId: string;
  /** One entry as JSON text, as it is at `now`. */
  readonly write: (entry: OnlineEntry, now: number) => string;
}

/** The online players in the three orders that lists use, and by server. Actors write it, and all others read it. */
export class OnlinePlayers {
  readonly #options: OnlinePlayersOptions;
  readonly #orders = {
    onlineTime: new SortedEntries(ORDERS.onlineTime),
    totalTime: new SortedEntries(ORDERS.totalTime),
    name: new SortedEntries(ORDERS.name),
  };
  readonly #names = new NameSearch();
  readonly #byServer = new Map<string, Set<OnlineEntry>>();
  readonly #bodies = new LRUCache<string, CachedBody>({ max: MAX_CACHED_BODIES });
  readonly #store = createStore({
    context: blank(),
    on: { changed: (context) => ({ ...context, version: context.version + 1 }) },
  });

  constructor(options: OnlinePlayersOptions) {
    this.#options = options;
  }

  get version(): number {
    return this.#store.getSnapshot().context.version;
  }

  get count(): number {
    return this.#entries.size;
  }

  get #entries(): Map<Uuid, OnlineEntry> {
    return this.#store.getSnapshot().context.entries;
  }

  get(uuid: Uuid): OnlineEntry | undefined {
    return this.#entries.get(uuid);
  }

  values(): Iterable<OnlineEntry> {
    return this.#entries.values();
  }

  on(server: string): ReadonlySet<OnlineEntry> {
    return this.#byServer.get(server) ?? new Set();
  }

  add(entry: OnlineEntry): void {
    this.#entries.set(entry.uuid, entry);
    for (const order of Object.values(this.#orders)) order.insert(entry);
    this.#place(entry, entry.server);
    this.#store.trigger.changed();
  }

  remove(entry: OnlineEntry): void {
    this.#entries.delete(entry.uuid);
    for (const order of Object.values(this.#orders)) order.remove(entry);
    this.#displace(entry);
    this.#store.trigger.changed();
  }

  move(entry: OnlineEntry, server: string | null): void {
    this.#displace(entry);
    entry.server = server;
    entry.text = null;
    this.#place(entry, server);
    this.#store.trigger.changed();
  }

  /** Sets what the player's row says, once it is read; this changes their place in the order by total time. */
  settle(entry: OnlineEntry, base: number, firstConnection: number): void {
    const isListed = this.#entries.get(entry.uuid) === entry;
    if (isListed) this.#orders.totalTime.remove(entry);
    entry.base = base;
    entry.firstConnection = firstConnection;
    entry.text = null;
    if (isListed) this.#orders.totalTime.insert(entry);
    this.#store.trigger.changed();
  }

  /** Something else that lists show of a player changed, as a ban. */
  touch(): void {
    this.#store.trigger.changed();
  }

  page(query: OnlineQuery): EncodedPage {
    const now = this.#options.clock.now();
    const stamp = this.#stamp(now);
    if (query.search !== '') return this.#build(query, now, stamp);
    const key = `${query.sort} ${query.order} ${query.limit ?? ''} ${query.offset}`;
    const cached = this.#bodies.get(key);
    if (cached?.stamp === stamp) return cached.page;
    const page = this.#build(query, now, stamp);
    this.#bodies.set(key, { stamp, page });
    return page;
  }

  /**
   * A list without a limit that has more than a thousand entries. It shows who is online now, in the present order, with
   * times of now; what else changes of a player while the pieces are made may show.
   */
  inPieces(query: OnlineQuery): ListInPieces | null {
    const { search, sort, offset } = query;
    const order = this.#orders[sort];
    if (query.limit !== null || order.size - offset <= MAX_AT_ONCE) return null;
    const now = this.#options.clock.now();
    const etag = `"${this.#options.instanceId}-${this.#stamp(now)}"`;
    if (search === '') {
      return { etag, total: order.size, pieces: this.#pieces(order.snapshot(), query, now) };
    }
    const found = this.#names.find(order.snapshot(), foldName(search));
    if (found.length - offset <= MAX_AT_ONCE) return null;
    const blocks = Array.from({ length: Math.ceil(found.length / PIECE) }, (_, at) =>
      found.slice(at * PIECE, (at + 1) * PIECE),
    );
    return { etag, total: found.length, pieces: this.#pieces(blocks, query, now) };
  }

  *#pieces(
    blocks: readonly (readonly OnlineEntry[])[],
    { order, offset }: OnlineQuery,
    now: number,
  ): Generator<string> {
    let skip = offset;
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[order === 'asc' ? at : blocks.length - 1 - at] ?? [];
      const rows = (order === 'asc' ? block : block.toReversed()).slice(skip);
      skip = Math.max(0, skip - block.length);
      if (rows.length > 0) yield rows.map((entry) => this.#options.write(entry, now)).join(',');
    }
  }

  /** All times change once a second, so a body is good until the next second or the next change. */
  #stamp(now: number): string {
    return `${this.version}-${this.count === 0 ? 0 : Math.floor(now / 1000)}`;
  }

  /** Who is online under exactly this name, in any case: several, where names are not proved. */
  named(name: string): OnlineEntry[] {
    const key = foldName(name);
    const found: OnlineEntry[] = [];
    for (const entry of this.#orders.name.from(({ folded }) => folded < key)) {
      if (entry.folded !== key) break;
      found.push(entry);
    }
    return found;
  }

  /** Players with this part in their name, in any case: the first `limit` by name, and how many there are. */
  byName(part: string, limit: number): { rows: readonly OnlineEntry[]; total: number } {
    const order = this.#orders.name;
    if (part === '') return { rows: order.slice(0, limit), total: order.size };
    return this.#names.first(order.snapshot(), foldName(part), limit);
  }

  #build(query: OnlineQuery, now: number, stamp: string): EncodedPage {
    const { rows, total } = this.#rows(query);
    const texts = rows.map((entry) => this.#options.write(entry, now));
    return {
      bytes: encodeText(`[${texts.join(',')}]`),
      etag: `"${this.#options.instanceId}-${stamp}"`,
      total,
    };
  }

  #rows(query: OnlineQuery): { rows: readonly OnlineEntry[]; total: number } {
    const order = this.#orders[query.sort];
    if (query.search === '') {
      return { rows: cutPage((start, end) => order.slice(start, end), order.size, query), total: order.size };
    }
    const found = this.#names.find(order.snapshot(), foldName(query.search));
    return {
      rows: cutPage((start, end) => found.slice(start, end), found.length, query),
      total: found.length,
    };
  }

  #place(entry: OnlineEntry, server: string | null): void {
    if (server === null) return;
    const players = this.#byServer.get(server);
    if (players === undefined) this.#byServer.set(server, new Set([entry]));
    else players.add(entry);
  }

  #displace(entry: OnlineEntry): void {
    if (entry.server === null) return;
    const players = this.#byServer.get(entry.server);
    players?.delete(entry);
    if (players?.size === 0) this.#byServer.delete(entry.server);
  }
}

/** The orders are kept ascending; a descending page is cut from the end and reversed. */
function cutPage(
  slice: (start: number, end: number) => OnlineEntry[],
  size: number,
  { order, offset, limit }: OnlineQuery,
): readonly OnlineEntry[] {
  const length = limit ?? size;
  if (order === 'asc') return slice(offset, offset + length);
  const end = Math.max(0, size - offset);
  return slice(Math.max(0, end - length), end).toReversed();
}
