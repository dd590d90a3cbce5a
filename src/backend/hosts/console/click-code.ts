/** A number a click sets its trigger to: which showing, and which place of it. */
const PLACES = 64;
/** No place of a menu: "more", where a menu takes several dialogs. */
export const MORE = 63;

/** Showings up to 33 million fit a score. */
export function clickCode(showing: number, place: number): number {
  return showing * PLACES + place;
}

/** Players can set any number they like; undefined for one that no click sets. */
export function readClickCode(code: number): { showing: number; place: number } | undefined {
  if (!Number.isSafeInteger(code) || code < PLACES) return undefined;
  return { showing: Math.floor(code / PLACES), place: code % PLACES };
}
