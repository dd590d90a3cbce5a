import { randomUUID } from 'node:crypto';
import type { BanDirectory, EncodedPage, ListInPieces } from '../actors/network.ts';
import type { BanPageQuery } from '../actors/ports.ts';
import { AppError } from '../domain/errors.ts';
import type { BanEntry } from '../domain/resources.ts';
import { encodePage } from './http/encode.ts';
import { matchesTag } from './http/entity-tag.ts';

const MAX_LISTS = 32;
const MAX_LIST_BYTES = 1024 * 1024;
/** A longer list is read and sent in pieces. */
const MAX_AT_ONCE = 1000;
/** Of a list in pieces the uuids are kept until it is sent: 37 MB at a million bans. */
const MAX_IN_PIECES = 8;
/** Of them, how many may read their uuids or wait for that. One at a time reads: it takes a connection to the database. */
const MAX_BEGINNING = 4;

type Bans = Pick<BanDirectory, 'version' | 'list' | 'all'>;

/** Encoded ban lists: a dashboard that polls causes a database query only after a ban changed. */
export class BanListCache {
  readonly #bans: Bans;
  readonly #lists = new Map<string, EncodedPage>();
  /** Differs from process to process, because versions do not. */
  readonly #instance = randomUUID();
  #version = -1;
  #beginning = 0;
  #sending = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(bans: Bans) {
    this.#bans = bans;
  }

  /** `ifNoneMatch` is the tag that the client has: no uuids are read for a list that it has. 503 while too many are sent. */
  async list(query: BanPageQuery, ifNoneMatch = ''): Promise<EncodedPage | ListInPieces> {
    // Of the version before the first row was read: a change meanwhile makes the next request read it again.
    const etag = `"${this.#instance}-${this.#bans.version}"`;
    const page = await this.#page(query.limit === null ? { ...query, limit: MAX_AT_ONCE } : query);
    if (query.limit !== null || page.total <= query.offset + MAX_AT_ONCE) return page;
    if (matchesTag(ifNoneMatch, etag)) return { etag, total: page.total, pieces: [] };
    const { total, batches } = await this.#begin(query);
    return { etag, total, pieces: this.#textsOf(batches) };
  }

  async #page(query: BanPageQuery): Promise<EncodedPage> {
    const { version } = this.#bans;
    if (version !== this.#version) {
      this.#lists.clear();
      this.#version = version;
    }
    const key = JSON.stringify(query);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const { rows, total } = await this.#bans.list(query);
    const page = encodePage(rows, total);
    // If a ban changed during the query, the rows may be from before the change and must not be kept.
    if (this.#bans.version === version && page.bytes.length <= MAX_LIST_BYTES) this.#keep(key, page);
    return page;
  }

  #keep(key: string, page: EncodedPage): void {
    if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
    this.#lists.set(key, page);
  }

  async #begin(query: BanPageQuery): ReturnType<Bans['all']> {
    if (this.#beginning >= MAX_BEGINNING || this.#beginning + this.#sending >= MAX_IN_PIECES) {
      throw new AppError('overloaded', 'Too many whole lists are being sent', { retryAfterSeconds: 5 });
    }
    this.#beginning += 1;
    const begun = this.#last.then(() => this.#bans.all(query));
    this.#last = begun.catch(() => undefined);
    try {
      return await begun;
    } finally {
      this.#beginning -= 1;
    }
  }

  async *#textsOf(batches: AsyncIterable<readonly BanEntry[]>): AsyncGenerator<string> {
    this.#sending += 1;
    try {
      for await (const batch of batches) if (batch.length > 0) yield JSON.stringify(batch).slice(1, -1);
    } finally {
      this.#sending -= 1;
    }
  }
}
