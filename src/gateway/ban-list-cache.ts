import type { BanDirectory, EncodedPage } from '../actors/network.ts';
import type { BanPageQuery } from '../actors/ports.ts';
import { encodePage } from './http/encode.ts';

const MAX_LISTS = 32;
const MAX_KEPT_BYTES = 1024 * 1024;

/** Ban lists as last encoded: a dashboard that polls asks the database only after a ban changed. */
export class BanListCache {
  readonly #bans: BanDirectory;
  readonly #lists = new Map<string, EncodedPage>();
  #version = -1;

  constructor(bans: BanDirectory) {
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
    // A ban may have changed while the database was asked; then the rows are from before or after, nobody knows.
    if (this.#bans.version === version && page.bytes.length <= MAX_KEPT_BYTES) this.#keep(key, page);
    return page;
  }

  #keep(key: string, page: EncodedPage): void {
    if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
    this.#lists.set(key, page);
  }
}
