import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../runtime/secret-comparison.ts';
import { NonceCache } from './nonce-cache.ts';

/** The name of the plugin channel, and the longest payload on it in bytes (docs/channel.md "Plugin messages"). */
export const PLUGIN_CHANNEL = 'net:channel';
export const MAX_PLUGIN_MESSAGE_BYTES = 32_000;

/** How far the sender's clock may be from ours, in milliseconds, either way. */
export const MAX_SKEW_MS = 30_000;

const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const ENVELOPE = /^\{"n":"([A-Za-z0-9_-]{16,64})","t":([0-9]{1,16}),"m":([^]*),"s":"([A-Za-z0-9_-]{43})"\}$/;

/** What a payload was opened to, or why it was refused. */
export type Opened =
  | { readonly ok: true; readonly message: unknown }
  | {
      readonly ok: false;
      readonly reason: 'too_long' | 'malformed' | 'bad_signature' | 'skewed' | 'replayed';
    };

/** The nonces of one receiver, kept for as long as the allowed skew makes necessary. */
export function nonceCache(capacity?: number): NonceCache {
  return new NonceCache(2 * MAX_SKEW_MS + 1, capacity);
}

/**
 * Signs a message for the plugin channel. `nonce` is 16 to 64 characters of base64url, never used before; `now` is
 * epoch ms. Throws a RangeError for a payload over 32 000 bytes or a nonce of another form: the sender's mistake.
 */
export function sealPluginMessage(secret: string, message: unknown, nonce: string, now: number): Uint8Array {
  if (!NONCE.test(nonce)) throw new RangeError('A nonce has 16 to 64 characters of base64url');
  const text = JSON.stringify(message);
  const payload = Buffer.from(
    `{"n":"${nonce}","t":${now},"m":${text},"s":"${sign(secret, nonce, String(now), text)}"}`,
  );
  if (payload.length > MAX_PLUGIN_MESSAGE_BYTES) {
    throw new RangeError(`A plugin message has at most ${MAX_PLUGIN_MESSAGE_BYTES} bytes`);
  }
  return payload;
}

/**
 * Opens a payload that anybody may have sent, players included. The envelope is matched as text in exactly the form that
 * `sealPluginMessage` writes: the signature covers the characters that arrived, and nothing is parsed before it is checked.
 */
export function openPluginMessage(
  secret: string,
  payload: Uint8Array,
  nonces: NonceCache,
  now: number,
): Opened {
  if (payload.length > MAX_PLUGIN_MESSAGE_BYTES) return { ok: false, reason: 'too_long' };
  const parts = ENVELOPE.exec(decodeStrictly(payload));
  const [, nonce, time, text, signature] = parts ?? [];
  if (nonce === undefined || time === undefined || text === undefined || signature === undefined) {
    return { ok: false, reason: 'malformed' };
  }
  // Compared as text: base64url of 32 bytes has two unused bits, which a comparison of the bytes would ignore.
  if (!isSameSecret(signature, sign(secret, nonce, time, text))) {
    return { ok: false, reason: 'bad_signature' };
  }
  if (Math.abs(now - Number(time)) > MAX_SKEW_MS) return { ok: false, reason: 'skewed' };
  // Only nonces of signed messages are remembered, so that nobody without the secret can fill the cache.
  if (!nonces.admit(nonce, now)) return { ok: false, reason: 'replayed' };
  try {
    return { ok: true, message: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'malformed' };
  }
}

function sign(secret: string, nonce: string, time: string, text: string): string {
  return createHmac('sha256', secret).update(`${nonce}.${time}.${text}`).digest('base64url');
}

/** Returns an empty text, which is no envelope, for bytes that are not UTF-8. */
function decodeStrictly(payload: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return '';
  }
}
