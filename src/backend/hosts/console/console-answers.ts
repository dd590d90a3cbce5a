import { isUuid, type Uuid } from '../../../domain/uuid.ts';

const UUID_ARRAY = /\[I;\s*(-?\d{1,10}),\s*(-?\d{1,10}),\s*(-?\d{1,10}),\s*(-?\d{1,10})\]/g;
const SCORE = / has (-?\d{1,10}) \[[^[\]]*\]\s*$/;

/** Of vanilla and Paper, Glowstone and Cuberite, and Pumpkin. */
const UNKNOWN_COMMAND =
  /^(?:§.)*(?:Unknown (?:or incomplete )?command|Command .{0,80}(?:not found|does not exist))/i;

/** The uuids in the answers to `data get entity @s UUID`, which a console prints without a separator. */
export function readUuids(answer: string): Uuid[] {
  const uuids: Uuid[] = [];
  for (const [, ...words] of answer.matchAll(UUID_ARRAY)) {
    const hex = words.map((word) => (Number(word) >>> 0).toString(16).padStart(8, '0')).join('');
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    if (isUuid(uuid)) uuids.push(uuid);
  }
  return uuids;
}

/** The score in the answer to `scoreboard players get`; undefined when there is none. */
export function readScore(answer: string): number | undefined {
  const [, score] = SCORE.exec(answer.replace(/§./g, '')) ?? [];
  return score === undefined ? undefined : Number(score);
}

/** True when the console does not know the command, or not in this form. */
export function isNotUnderstood(answer: string): boolean {
  return answer.includes('<--[HERE]') || UNKNOWN_COMMAND.test(answer.trim());
}

/** True when no player with the uuid of the command is on the server. */
export function isPlayerAbsent(answer: string): boolean {
  return /No (?:player|entity) was found/i.test(answer);
}
