import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and some 80 ms a try: what OWASP asks of scrypt at p = 1 and still cheap for an admin (decision 0021). */
const COST = { N: 32_768, r: 8, p: 1 };
const HASH_BYTES = 32;
const HASH = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9_-]{16,128})\$([A-Za-z0-9_-]{22,172})$/;

/** Bounds what a hash from the configuration may ask for, so that a typo cannot eat the machine. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** Hashes a clear password with a fresh salt; `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(clear: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(clear, salt, HASH_BYTES, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Compares in constant time; false for a text that is no hash. */
export async function verifyPassword(clear: string, hash: string): Promise<boolean> {
  const parts = readHash(hash);
  if (parts === undefined) return false;
  const given = await derive(clear, parts.salt, parts.hash.length, parts.cost);
  return timingSafeEqual(given, parts.hash);
}

/** Whether a configured password is one of ours already, or clear text that must be hashed first. */
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
  // One password typed on two keyboards may arrive composed or decomposed.
  return new Promise((resolve, reject) => {
    scrypt(clear.normalize('NFC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
