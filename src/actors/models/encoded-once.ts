import type { Encoded } from '../network.ts';

const encoder = new TextEncoder();

/** The bytes of a text in UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The bytes of a value as JSON in UTF-8. */
export function encodeJson(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value));
}

/** A body that is encoded at most once for each version of what it shows; readers share the bytes. */
export class EncodedOnce {
  readonly #instanceId: string;
  readonly #build: () => unknown;
  #version = '';
  #encoded: Encoded | undefined;

  /** `instanceId` differs from process to process, so that an ETag of an earlier process never matches by chance. */
  constructor(instanceId: string, build: () => unknown) {
    this.#instanceId = instanceId;
    this.#build = build;
  }

  at(version: string | number): Encoded {
    const wanted = String(version);
    if (this.#encoded === undefined || this.#version !== wanted) {
      this.#encoded = { bytes: encodeJson(this.#build()), etag: `"${this.#instanceId}-${wanted}"` };
      this.#version = wanted;
    }
    return this.#encoded;
  }
}
