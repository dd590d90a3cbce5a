import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '../../runtime/secret-comparison.ts';
import { NonceCache } from './nonce-cache.ts';

/** The name of the plugin channel, and the longest payload on it in bytes (docs/channel.md "Plugin messages"). */
export const PLUGIN_CHANNEL = 'net:channel';
export const MAX_PLUGIN_MESSAGE_BYTES = 32_000;

/** How far the sender's clock may be from ours, in milliseconds, either way. */
export const MAX_SKEW_MS = 30_000;

const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const ENVELOPE =
  /^\{"n":"([A-Za-z0-9_-]{16,64})","t":([0-9]{1,16}),"a":("(?:[^"\\]|\\.){1,512}"),"m":([^]*),"s":"([A-Za-z0-9_-]{43})"\}$/;

/** Which side wrote a message: part of what is signed, so that neither takes back what it said itself. */
export type PluginSide = 'agent' | 'coordinator';

/** With what a message is sealed. */
export interface PluginSeal {
  readonly from: PluginSide;
  /** The name of the game server's agent, whichever side writes. */
  readonly agent: string;
  /** `pluginKeyOf` the agent's secret. */
  readonly key: string;
}

/** A key by which a message may have been sealed, with the nonces that were used with it. */
export interface PluginKey {
  readonly key: string;
  readonly nonces: NonceCache;
}

/** What a payload was opened to, or why it was refused. `text` is the JSON of the message, unparsed. */
export type Opened<K> =
  | { readonly ok: true; readonly agent: string; readonly by: K; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'too_long' | 'malformed' | 'bad_signature' | 'skewed' | 'replayed';
    };

/** The nonces of one receiver, kept for as long as the allowed skew makes necessary. */
export function nonceCache(capacity?: number): NonceCache {
  return new NonceCache(2 * MAX_SKEW_MS + 1, capacity);
}

/** The key of an agent's plugin messages: that hash of its secret which the coordinator keeps, in hexadecimal. */
export function pluginKeyOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Signs the JSON text of a message for the plugin channel. `nonce` is 16 to 64 characters of base64url, never used before; `now`
 * is epoch ms. Throws a RangeError for a payload over 32 000 bytes or a nonce of another form: the sender's mistake.
 */
export function sealPluginMessage(seal: PluginSeal, text: string, nonce: string, now: number): Uint8Array {
  if (!NONCE.test(nonce)) throw new RangeError('A nonce has 16 to 64 characters of base64url');
  const agent = JSON.stringify(seal.agent);
  const signature = sign(seal.key, [seal.from, nonce, String(now), agent, text]);
  const payload = Buffer.from(`{"n":"${nonce}","t":${now},"a":${agent},"m":${text},"s":"${signature}"}`);
  if (payload.length > MAX_PLUGIN_MESSAGE_BYTES) {
    throw new RangeError(`A plugin message has at most ${MAX_PLUGIN_MESSAGE_BYTES} bytes`);
  }
  return payload;
}

/**
 * Opens a payload that anybody may have sent, players included. The envelope is matched as text in exactly the form that
 * `sealPluginMessage` writes: the signature covers the characters that arrived, and nothing but the agent's name, by which the
 * key is found, is parsed before it is checked.
 */
export function openPluginMessage<K extends PluginKey>(
  payload: Uint8Array,
  from: PluginSide,
  keysOf: (agent: string) => readonly K[],
  now: number,
): Opened<K> {
  if (payload.length > MAX_PLUGIN_MESSAGE_BYTES) return { ok: false, reason: 'too_long' };
  const parts = ENVELOPE.exec(decodeStrictly(payload));
  const [, nonce, time, name, text, signature] = parts ?? [];
  if (nonce === undefined || time === undefined || name === undefined) return MALFORMED;
  if (text === undefined || signature === undefined) return MALFORMED;
  const agent = textOf(name);
  if (agent === undefined) return MALFORMED;
  // Compared as text: base64url of 32 bytes has two unused bits, which a comparison of the bytes would ignore.
  const by = keysOf(agent).find(({ key }) =>
    isSameSecret(signature, sign(key, [from, nonce, time, name, text])),
  );
  if (by === undefined) return { ok: false, reason: 'bad_signature' };
  if (Math.abs(now - Number(time)) > MAX_SKEW_MS) return { ok: false, reason: 'skewed' };
  // Only nonces of signed messages are remembered, so that nobody without the secret can fill the cache.
  if (!by.nonces.admit(nonce, now)) return { ok: false, reason: 'replayed' };
  return { ok: true, agent, by, text };
}

const MALFORMED = { ok: false, reason: 'malformed' } as const;

function sign(key: string, parts: readonly string[]): string {
  return createHmac('sha256', key).update(parts.join('.')).digest('base64url');
}

/** The text of a JSON string; undefined where it is none. */
function textOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an empty text, which is no envelope, for bytes that are not UTF-8. */
function decodeStrictly(payload: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return '';
  }
}
