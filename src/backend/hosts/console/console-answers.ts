import { isUuid, type Uuid } from '../../../domain/uuid.ts';

const UUID_ARRAY = /\[I;\s*(-?\d{1,10}),\s*(-?\d{1,10}),\s*(-?\d{1,10}),\s*(-?\d{1,10})\]/g;
const SCORE = / has (-?\d{1,10}) \[[^[\]]*\]\s*$/;

/** The uuids in the answers to `data get entity @s UUID`, which a console prints one behind the other. */
export function readUuids(answer: string): Uuid[] {
  const uuids: Uuid[] = [];
  for (const [, ...words] of answer.matchAll(UUID_ARRAY)) {
    const hex = words.map((word) => (Number(word) >>> 0).toString(16).padStart(8, '0')).join('');
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    if (isUuid(uuid)) uuids.push(uuid);
  }
  return uuids;
}

/** The number in the answer to `scoreboard players get`; undefined when there is none. */
export function readScore(answer: string): number | undefined {
  const [, number] = SCORE.exec(answer.replace(/§./g, '')) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The console does not know this command, or not in this form. */
export function isNotUnderstood(answer: string): boolean {
  return answer.includes('<--[HERE]') || /^(?:§.)*Unknown (?:or incomplete )?command/i.test(answer.trim());
}

/** Nobody of this uuid is on the server. */
export function isNobody(answer: string): boolean {
  return /No (?:player|entity) was found/i.test(answer);
}
