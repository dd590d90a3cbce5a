/** Slots of a menu, which has at most 54, and `MORE`. */
const SLOTS = 64;
/** No slot of a menu: the button "…" of a menu that needs several dialogs. */
export const MORE = 63;

/** The score that a click sets: the showing and the slot. A score has room for showings up to `MAX_SHOWING`. */
export function clickCode(showing: number, slot: number): number {
  return showing * SLOTS + slot;
}

/** Players can set any score; undefined for one that no click sets. */
export function readClickCode(code: number): { showing: number; slot: number } | undefined {
  if (!Number.isSafeInteger(code) || code < SLOTS) return undefined;
  return { showing: Math.floor(code / SLOTS), slot: code % SLOTS };
}
