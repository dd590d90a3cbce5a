import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NonceCache } from '../../src/channel/protocol/nonce-cache.ts';
import {
  MAX_PLUGIN_MESSAGE_BYTES,
  MAX_SKEW_MS,
  nonceCache,
  openPluginMessage,
  type PluginSide,
  sealPluginMessage,
} from '../../src/channel/protocol/plugin-message.ts';

const AGENT = 'lobby "1"';

function seal(key: string, said: unknown, once: string, at: number, from: PluginSide = 'agent'): Uint8Array {
  return sealPluginMessage({ from, agent: AGENT, key }, JSON.stringify(said), once, at);
}

function open(key: string, payload: Uint8Array, nonces: NonceCache, at: number) {
  const opened = openPluginMessage(
    payload,
    'agent',
    (agent) => (agent === AGENT ? [{ key, nonces }] : []),
    at,
  );
  return opened.ok ? { ok: true, message: JSON.parse(opened.text) as unknown } : opened;
}

const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{16,64}$/);
const now = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
const secret = fc.string({ minLength: 32, maxLength: 32 });
/** What JSON keeps: no `-0`, no undefined. */
const message = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

it('a sealed message opens to the same message', () => {
  fc.assert(
    fc.property(secret, message, nonce, now, (key, said, once, at) => {
      const payload = seal(key, said, once, at);
      expect(open(key, payload, nonceCache(), at)).toEqual({ ok: true, message: said });
    }),
  );
});

it('any flipped bit is refused', () => {
  fc.assert(
    fc.property(
      message,
      nonce,
      now,
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      (said, once, at, place, bit) => {
        const payload = seal('secret', said, once, at);
        const index = place % payload.length;
        payload[index] = (payload[index] ?? 0) ^ (1 << bit);
        expect(open('secret', payload, nonceCache(), at).ok).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('any bytes without the secret are refused and do not throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (payload) => {
      expect(open('secret', payload, nonceCache(), 0).ok).toBe(false);
    }),
  );
});

it('another secret is refused', () => {
  fc.assert(
    fc.property(message, nonce, now, (said, once, at) => {
      const payload = seal('secret', said, once, at);
      const opened = open('Secret', payload, nonceCache(), at);
      expect(opened).toEqual({ ok: false, reason: 'bad_signature' });
    }),
  );
});

it('a message opens once and never again, whenever it is replayed', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 8 });
  const skew = fc.integer({ min: -MAX_SKEW_MS, max: MAX_SKEW_MS });
  const age = fc.integer({ min: 0, max: 2 * MAX_SKEW_MS });
  fc.assert(
    fc.property(nonce, skew, age, delays, (once, early, cacheAge, waits) => {
      const at = 1_700_000_000_000;
      const payload = seal('secret', 1, once, at);
      const nonces = nonceCache();
      // Other traffic decides when the cache begins a new generation.
      const otherTraffic = (now: number) =>
        open('secret', seal('secret', 1, `other-${now}-0000`, now), nonces, now);
      let time = at + early;
      otherTraffic(time - cacheAge);
      expect(open('secret', payload, nonces, time).ok).toBe(true);
      for (const wait of waits) {
        time += wait;
        otherTraffic(time);
        expect(open('secret', payload, nonces, time).ok).toBe(false);
      }
    }),
    // Replayed when its nonce is in the older generation, and the message is still young enough.
    { examples: [['n'.repeat(16), -MAX_SKEW_MS, 40_000, [25_000]]] },
  );
});

it('a message is accepted up to 30 s before and after now, and not a millisecond beyond', () => {
  fc.assert(
    fc.property(nonce, fc.integer({ min: -60_000, max: 60_000 }), (once, skew) => {
      const at = 1_700_000_000_000;
      const opened = open('s', seal('s', 1, once, at), nonceCache(), at + skew);
      expect(opened.ok).toBe(Math.abs(skew) <= MAX_SKEW_MS);
      if (!opened.ok) expect(opened).toEqual({ ok: false, reason: 'skewed' });
    }),
  );
  const edge = seal('s', 1, 'n'.repeat(16), 100_000);
  expect(open('s', edge, nonceCache(), 100_000 + MAX_SKEW_MS).ok).toBe(true);
  expect(open('s', edge, nonceCache(), 100_001 + MAX_SKEW_MS).ok).toBe(false);
});

it('32 000 bytes are sealed and opened, one more is refused on both sides', () => {
  const once = 'n'.repeat(16);
  const frameBytes = seal('s', '', once, 1).length;
  const fitting = 'x'.repeat(MAX_PLUGIN_MESSAGE_BYTES - frameBytes);
  const payload = seal('s', fitting, once, 1);
  expect(payload.length).toBe(MAX_PLUGIN_MESSAGE_BYTES);
  expect(open('s', payload, nonceCache(), 1).ok).toBe(true);
  expect(() => seal('s', `${fitting}x`, once, 1)).toThrow(RangeError);
  const long = new Uint8Array(MAX_PLUGIN_MESSAGE_BYTES + 1);
  expect(open('s', long, nonceCache(), 1)).toEqual({ ok: false, reason: 'too_long' });
});

it('nonces beyond the limit are refused until the old ones are forgotten', () => {
  const memory = nonceCache(1_000);
  let taken = 0;
  for (let time = 0; time < 5_000; time += 1) {
    const payload = seal('s', 1, `nonce-${String(time).padStart(10, '0')}`, 1_000);
    if (open('s', payload, memory, 1_000).ok) taken += 1;
  }
  expect(taken).toBe(500);
  expect(memory.size).toBeLessThanOrEqual(1_000);
  const later = 1_000 + 2 * MAX_SKEW_MS + 1;
  expect(open('s', seal('s', 1, 'a'.repeat(16), later), memory, later).ok).toBe(true);
});

it('neither side takes back what it said itself', () => {
  const payload = seal('s', 1, 'n'.repeat(16), 1, 'coordinator');
  expect(open('s', payload, nonceCache(), 1)).toEqual({ ok: false, reason: 'bad_signature' });
});

it('a message of one agent is none of another agent with the same secret', () => {
  const payload = Buffer.from(seal('s', 1, 'n'.repeat(16), 1)).toString();
  const other = Buffer.from(payload.replace('lobby', 'arena'));
  const keys = () => [{ key: 's', nonces: nonceCache() }];
  expect(openPluginMessage(Buffer.from(payload), 'agent', keys, 1).ok).toBe(true);
  expect(openPluginMessage(other, 'agent', keys, 1)).toEqual({ ok: false, reason: 'bad_signature' });
});
