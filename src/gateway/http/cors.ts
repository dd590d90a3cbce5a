import type { Header } from './answer.ts';

/** Which pages of other origins may call; none unless configured (CONTRACT §1). */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  /** Whether any origin is configured; if not, the `Origin` header need not be read. */
  readonly enabled: boolean;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.enabled = origins.length > 0;
  }

  /** What every answer to a page of this origin carries. */
  headersFor(origin: string): readonly Header[] {
    if (!this.enabled) return [];
    if (!this.#origins.has(origin)) return [['Vary', 'Origin']];
    return [
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Expose-Headers', 'ETag, Location, Retry-After, X-Next-Cursor, X-Total-Count'],
      ['Vary', 'Origin'],
    ];
  }

  /** The answer to a preflight, or undefined when it is none that we know. */
  preflightFor(origin: string, requested: string, methods: readonly string[]): readonly Header[] | undefined {
    if (!this.#origins.has(origin) || requested === '') return undefined;
    return [
      ['Access-Control-Allow-Methods', methods.join(', ')],
      ['Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, Last-Event-ID'],
      ['Access-Control-Max-Age', '600'],
    ];
  }
}
