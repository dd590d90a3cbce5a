import type { BanDirectory, EncodedPage } from '../actors/network.ts';
import type { BanPageQuery } from '../actors/ports.ts';
import { encodePage } from './http/encode.ts';

const MAX_LISTS = 32;
const MAX_LIST_BYTES = 1024 * 1024;

/** Encoded ban lists: a dashboard that polls causes a database query only after a ban changed. */
export class BanListCache {
  readonly #bans: Pick<BanDirectory, 'version' | 'list'>;
  readonly #lists = new Map<string, EncodedPage>();
  #version = -1;

  constructor(bans: Pick<BanDirectory, 'version' | 'list'>) {
    this.#bans = bans;
  }

  async list(query: BanPageQuery): Promise<EncodedPage> {
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
