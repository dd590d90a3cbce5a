/** A list as the coordinator has it now. */
export interface LiveRows<T> {
  readonly total: number;
  /** Undefined for a row that is not loaded. */
  readonly rowAt: (index: number) => T | undefined;
  /** Every row is loaded, not only those around the screen. */
  readonly isComplete: boolean;
}

/** The first and the last index that are on the screen. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** A list that keeps its order and its members. */
export interface HeldRows<T> {
  /** The rows that stay where they are, by their index; each with its newest values. */
  readonly pins: ReadonlyMap<number, Pin<T>>;
  /** As long as is needed to scroll to the end of the live list. */
  readonly total: number;
  /** How many live rows are among those on the screen, or above them at the top of the list, and are not shown. */
  readonly between: number;
  /** How much longer the live list is than it was when it was held. */
  readonly growth: number;
  readonly liveTotal: number;
  /** The live index of the row at the top of the screen, less its own. */
  readonly shift: number;
}

/** A row that is held. */
export interface Pin<T> {
  readonly row: T;
  /** It is no longer among the loaded rows: it is gone, or, in a list that is not complete, has moved far. */
  readonly isMissing: boolean;
}

/** Rows this far around the screen are looked through for one that moved: a page of the API on each side. */
const NEAR = 200;

/**
 * Holds a list still: rows keep their index for as long as they are on the screen, and their values follow the live list.
 * Call it with its previous result whenever the live list or the screen changes. Rows that come onto the screen by scrolling
 * are those that follow the held ones in the live list. A complete list is held as a whole.
 */
export function holdRows<T>(
  previous: HeldRows<T> | undefined,
  live: LiveRows<T>,
  keyOf: (row: T) => string,
  screen: RowRange,
): HeldRows<T> {
  const range = live.isComplete ? { first: 0, last: (previous?.total ?? live.total) - 1 } : screen;
  const kept = [...(previous?.pins ?? [])].filter(([at]) => at >= range.first && at <= range.last);
  const isFar = kept.length === 0 && !live.isComplete;
  const shift = isFar ? 0 : (previous?.shift ?? 0);
  const places = placesOf(live, keyOf, range, shift);
  const pins = new Map(kept.map(([at, { row }]) => [at, pinOf(row, live, places.get(keyOf(row)))] as const));
  const placeAt = (at: number): number | undefined => {
    const pin = pins.get(at);
    return pin === undefined || pin.isMissing ? undefined : places.get(keyOf(pin.row));
  };
  if (!live.isComplete || previous === undefined) {
    const isFilled = fill(pins, live, keyOf, range, shift, placeAt);
    // Rows above have left, and the screen is so near the top that their places would stay empty: it is held anew.
    if (!isFilled && previous !== undefined) return holdRows(undefined, live, keyOf, screen);
  }
  const anchors = [...pins.keys()]
    .filter((at) => placeAt(at) !== undefined)
    .toSorted((one, other) => one - other);
  const [top, bottom] = [anchors[0], anchors.at(-1)];
  const nextShift = top === undefined ? shift : (placeAt(top) ?? 0) - top;
  const endShift = bottom === undefined ? shift : (placeAt(bottom) ?? 0) - bottom;
  return {
    pins,
    total: live.isComplete
      ? (previous?.total ?? live.total)
      : Math.max(live.total - endShift, ...[...pins.keys()].map((at) => at + 1)),
    between: live.isComplete ? live.total - anchors.length : between(pins, anchors, range, placeAt),
    growth: previous === undefined ? 0 : previous.growth + live.total - previous.liveTotal,
    shift: nextShift,
    liveTotal: live.total,
  };
}

/** How many rows wait to be let in, when so many of the held ones have left. At least so many, if not all are loaded. */
export function waitingRows({ between, growth }: HeldRows<unknown>, left: number): number {
  return Math.max(0, between, growth + left);
}

function between<T>(
  pins: ReadonlyMap<number, Pin<T>>,
  anchors: readonly number[],
  { first }: RowRange,
  placeAt: (at: number) => number | undefined,
): number {
  const [top, bottom] = [anchors[0], anchors.at(-1)];
  if (top === undefined || bottom === undefined) return 0;
  const from = first === 0 ? 0 : top;
  // A row that was not loaded yet waits for nothing.
  const holes = Array.from({ length: bottom - from + 1 }, (_, at) => from + at).filter((at) => !pins.has(at));
  const span = (placeAt(bottom) ?? 0) - (first === 0 ? 0 : (placeAt(top) ?? 0)) + 1;
  return Math.max(0, span - anchors.length - holes.length);
}

/** The live index of each loaded row near the screen, by its key. */
function placesOf<T>(
  { total, rowAt, isComplete }: LiveRows<T>,
  keyOf: (row: T) => string,
  { first, last }: RowRange,
  shift: number,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const from = isComplete ? 0 : Math.max(0, first + shift - NEAR);
  const to = isComplete ? total - 1 : Math.min(total - 1, last + shift + NEAR);
  for (let at = from; at <= to; at += 1) {
    const row = rowAt(at);
    if (row !== undefined) places.set(keyOf(row), at);
  }
  return places;
}

function pinOf<T>(row: T, { rowAt }: LiveRows<T>, place: number | undefined): Pin<T> {
  const now = place === undefined ? undefined : rowAt(place);
  return now === undefined ? { row, isMissing: true } : { row: now, isMissing: false };
}

/** Puts rows into the places of the screen that have none. False when there is none for a place near the top. */
function fill<T>(
  pins: Map<number, Pin<T>>,
  { total, rowAt }: LiveRows<T>,
  keyOf: (row: T) => string,
  { first, last }: RowRange,
  shift: number,
  placeAt: (at: number) => number | undefined,
): boolean {
  const held = new Set([...pins.values()].map(({ row }) => keyOf(row)));
  const isHeld = (place: number): boolean => {
    const row = rowAt(place);
    return row !== undefined && held.has(keyOf(row));
  };
  const put = (at: number, place: number): void => {
    const row = rowAt(place);
    if (row !== undefined) pins.set(at, { row, isMissing: false });
  };
  let anchor = first;
  while (anchor <= last && placeAt(anchor) === undefined) anchor += 1;
  const start = anchor > last ? first : anchor;
  const startPlace = placeAt(start) ?? first + shift;
  let next = startPlace;
  for (let at = start; at <= last; at += 1) {
    if (pins.has(at)) next = (placeAt(at) ?? next - 1) + 1;
    else {
      while (isHeld(next)) next += 1;
      if (next < total) put(at, next);
      next += 1;
    }
  }
  next = startPlace - 1;
  for (let at = start - 1; at >= first; at -= 1) {
    if (pins.has(at)) continue;
    while (isHeld(next)) next -= 1;
    if (next < 0) return false;
    put(at, next);
    next -= 1;
  }
  return true;
}
