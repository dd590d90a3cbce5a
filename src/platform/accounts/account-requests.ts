import { foldName } from '../../domain/player-name.ts';
import { parseUuid, type Uuid } from '../../domain/uuid.ts';

/** What one question may take; a login does not wait this long. */
const ANSWER_WITHIN_MS = 5_000;
/** An answer about ten names has some 700 bytes. */
const MAX_BYTES = 16 * 1024;
/** The public service, and where it takes several names at once. */
export const PUBLIC_URL = 'https://api.mojang.com/users/profiles/minecraft';
const PUBLIC_BULK_URL = 'https://api.minecraftservices.com/minecraft/profile/lookup/bulk/byname';

/** The accounts that were found, by name, folded. */
export type Found = ReadonlyMap<string, Uuid>;

/** Puts questions to the account service. Every method rejects when there is no answer that can be used. */
export class AccountRequests {
  readonly #url: string;

  /** `url` is that of single names, without the name. */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  async one(name: string): Promise<Found> {
    const answer = await this.#fetch(`${this.#url}/${encodeURIComponent(name)}`, {});
    if (answer === null) return new Map();
    return foundOf([answer], [name]);
  }

  /** At most ten names in one question; undefined where the service has no form for several. */
  async several(names: readonly string[]): Promise<Found | undefined> {
    const url = this.#url === PUBLIC_URL ? PUBLIC_BULK_URL : `${this.#url}/bulk`;
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#fetch(url, { method: 'POST', headers, body: JSON.stringify(names) });
    if (answer === null) return undefined;
    if (!Array.isArray(answer)) throw new Error('the account service answered with no list');
    return foundOf(answer, names);
  }

  /** Null for 404 and for an empty answer, which is how the service said "nobody" in earlier years. */
  async #fetch(url: string, init: RequestInit): Promise<unknown> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    if (response.status === 404 || response.status === 204) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the account service answered ${response.status}`);
    }
    return JSON.parse(await textOf(response));
  }
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > MAX_BYTES) throw new Error('the answer of the account service is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Only what was asked for counts, whatever else the service says. */
function foundOf(answers: readonly unknown[], asked: readonly string[]): Found {
  const wanted = new Set(asked.map(foldName));
  const found = new Map<string, Uuid>();
  for (const answer of answers) {
    const { uuid, key } = accountOf(answer);
    if (wanted.has(key)) found.set(key, uuid);
  }
  return found;
}

/** The service may say more of an account than its id and name. */
function accountOf(answer: unknown): { readonly uuid: Uuid; readonly key: string } {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && 'name' in answer) {
    const { id, name } = answer;
    const uuid = typeof id === 'string' ? parseUuid(id) : undefined;
    if (uuid !== undefined && typeof name === 'string') return { uuid, key: foldName(name) };
  }
  throw new Error('the account service answered with no account');
}
