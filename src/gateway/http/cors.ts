import type { Header } from './answer.ts';

/** Which other origins may call from a page; none unless configured (docs/api.md "HTTP in general"). */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  /** Whether any origin is configured; otherwise the `Origin` header need not be read. */
  readonly enabled: boolean;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.enabled = origins.length > 0;
  }

  /** Headers of every answer to a page of this origin. */
  headersFor(origin: string): readonly Header[] {
    if (!this.enabled) return [];
    if (!this.#origins.has(origin)) return [['Vary', 'Origin']];
    return [
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Expose-Headers', 'ETag, Location, Retry-After, X-Next-Cursor, X-Total-Count'],
      ['Vary', 'Origin'],
    ];
  }

  /** Headers of the answer to a preflight; undefined unless it is one from a configured origin. */
  preflightFor(origin: string, requested: string, methods: readonly string[]): readonly Header[] | undefined {
    if (!this.#origins.has(origin) || requested === '') return undefined;
    return [
      ['Access-Control-Allow-Methods', methods.join(', ')],
      ['Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, Last-Event-ID'],
      ['Access-Control-Max-Age', '600'],
    ];
  }
}
