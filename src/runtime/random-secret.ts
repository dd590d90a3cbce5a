import { randomInt } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
// For passwords that people read and type: no two characters look alike.
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A secret for programs: 32 characters `[A-Za-z0-9]`, 190 bits. */
export function randomSecret(): string {
  return pick(ALPHANUMERIC, 32);
}

/** A password for people: four groups of five legible characters, 99 bits. */
export function randomPassword(): string {
  return Array.from({ length: 4 }, () => pick(LEGIBLE, 5)).join('-');
}

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
