import { randomUUID } from 'node:crypto';
import type { BanDirectory, EncodedPage, ListInPieces } from '../actors/network.ts';
import type { BanPageQuery } from '../actors/ports.ts';
import type { BanEntry } from '../domain/resources.ts';
import { encodePage } from './http/encode.ts';

const MAX_LISTS = 32;
const MAX_LIST_BYTES = 1024 * 1024;
/** A longer list is read and sent in pieces. */
const MAX_AT_ONCE = 1000;

type Bans = Pick<BanDirectory, 'version' | 'list' | 'all'>;

/** Encoded ban lists: a dashboard that polls causes a database query only after a ban changed. */
export class BanListCache {
  readonly #bans: Bans;
  readonly #lists = new Map<string, EncodedPage>();
  /** Differs from process to process, because versions do not. */
  readonly #instance = randomUUID();
  #version = -1;

  constructor(bans: Bans) {
    this.#bans = bans;
  }

  async list(query: BanPageQuery): Promise<EncodedPage | ListInPieces> {
    const { version } = this.#bans;
    const page = await this.#page(query.limit === null ? { ...query, limit: MAX_AT_ONCE } : query);
    if (query.limit !== null || page.total <= query.offset + MAX_AT_ONCE) return page;
    return {
      // Of the version before the first row was read: a change meanwhile makes the next request read it again.
      etag: `"${this.#instance}-${version}"`,
      total: page.total,
      pieces: textsOf(this.#bans.all(query)),
    };
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
}

async function* textsOf(batches: AsyncIterable<readonly BanEntry[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield JSON.stringify(batch).slice(1, -1);
}
