import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and about 80 ms for each check: what OWASP recommends for scrypt with p = 1 (docs/decisions/0021). */
const COST = { N: 32_768, r: 8, p: 1 };
const HASH_BYTES = 32;
const HASH = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9_-]{16,128})\$([A-Za-z0-9_-]{22,172})$/;

/** Bounds the memory of a hash from the configuration, so that a typo cannot exhaust the machine. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** Hashes a password with a new salt: `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(clear: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(clear, salt, HASH_BYTES, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Compares in constant time; false when `hash` is not a hash. */
export async function verifyPassword(clear: string, hash: string): Promise<boolean> {
  const parts = readHash(hash);
  if (parts === undefined) return false;
  const given = await derive(clear, parts.salt, parts.hash.length, parts.cost);
  return timingSafeEqual(given, parts.hash);
}

/** Whether a configured password is hashed already. */
export function isPasswordHash(value: string): boolean {
  return readHash(value) !== undefined;
}

function readHash(value: string): { cost: typeof COST; salt: Buffer; hash: Buffer } | undefined {
  const [, N, r, p, salt, hash] = HASH.exec(value) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const powerOfTwo = cost.N > 1 && Number.isInteger(Math.log2(cost.N));
  if (!powerOfTwo || cost.r < 1 || cost.p < 1 || memoryOf(cost) > MAX_MEMORY) return undefined;
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

function memoryOf({ N, r, p }: typeof COST): number {
  return 128 * r * (N + p);
}

function derive(clear: string, salt: Buffer, length: number, cost: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: MAX_MEMORY * 2 };
  // Keyboards send the same character composed or decomposed.
  return new Promise((resolve, reject) => {
    scrypt(clear.normalize('NFC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
