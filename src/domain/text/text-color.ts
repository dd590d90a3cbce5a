/** One of the sixteen colours that every version of the game knows. */
export interface NamedColor {
  /** The digit or letter after `§` or `&`. */
  readonly code: string;
  readonly name: string;
  /** `#RRGGBB` in upper case. */
  readonly hex: string;
}

/** The palette; of two equally near colours, the first one is taken (docs/game-protocols.md "Colours"). */
export const PALETTE: readonly NamedColor[] = [
  { code: '0', name: 'black', hex: '#000000' },
  { code: '1', name: 'dark_blue', hex: '#0000AA' },
  { code: '2', name: 'dark_green', hex: '#00AA00' },
  { code: '3', name: 'dark_aqua', hex: '#00AAAA' },
  { code: '4', name: 'dark_red', hex: '#AA0000' },
  { code: '5', name: 'dark_purple', hex: '#AA00AA' },
  { code: '6', name: 'gold', hex: '#FFAA00' },
  { code: '7', name: 'gray', hex: '#AAAAAA' },
  { code: '8', name: 'dark_gray', hex: '#555555' },
  { code: '9', name: 'blue', hex: '#5555FF' },
  { code: 'a', name: 'green', hex: '#55FF55' },
  { code: 'b', name: 'aqua', hex: '#55FFFF' },
  { code: 'c', name: 'red', hex: '#FF5555' },
  { code: 'd', name: 'light_purple', hex: '#FF55FF' },
  { code: 'e', name: 'yellow', hex: '#FFFF55' },
  { code: 'f', name: 'white', hex: '#FFFFFF' },
];

const BLACK: NamedColor = { code: '0', name: 'black', hex: '#000000' };

/**
 * The named colour that an old client gets instead of `#RRGGBB`: the nearest by hue, saturation and value, with hue weighted
 * threefold, and the first of the palette if two are equally near. Proxies use the same rule.
 */
export function nearestNamedColor(hex: string): NamedColor {
  const wanted = hsvOf(hex);
  let best = BLACK;
  let least = Number.POSITIVE_INFINITY;
  for (const { color, hsv } of PALETTE_HSV) {
    const distance = distanceOf(wanted, hsv);
    if (distance >= least) continue;
    least = distance;
    best = color;
  }
  return best;
}

/** Hue, saturation and value, each from 0 to 1. */
type Hsv = readonly [hue: number, saturation: number, value: number];

// Proxies compute in single precision, and for some colours, such as #FF0000, only the rounding decides between two of the
// palette. So every step is rounded to single precision here too.
const single = Math.fround;

const PALETTE_HSV = PALETTE.map((color) => ({ color, hsv: hsvOf(color.hex) }));

function hsvOf(hex: string): Hsv {
  const rgb = Number.parseInt(hex.slice(1), 16);
  const red = single((rgb >> 16) / 255);
  const green = single(((rgb >> 8) & 255) / 255);
  const blue = single((rgb & 255) / 255);
  const value = Math.max(red, green, blue);
  const spread = single(value - Math.min(red, green, blue));
  if (spread === 0) return [0, 0, value];
  return [hueOf(red, green, blue, value, spread), single(spread / value), value];
}

function hueOf(red: number, green: number, blue: number, value: number, spread: number): number {
  const sixth = sixthOf(red, green, blue, value, spread);
  const degrees = single(sixth * 60);
  return single(single(degrees < 0 ? degrees + 360 : degrees) / 360);
}

function sixthOf(red: number, green: number, blue: number, value: number, spread: number): number {
  if (red === value) return single(single(green - blue) / spread);
  if (green === value) return single(2 + single(single(blue - red) / spread));
  return single(4 + single(single(red - green) / spread));
}

function distanceOf(one: Hsv, other: Hsv): number {
  const around = single(Math.abs(single(one[0] - other[0])));
  const hue = single(3 * Math.min(around, single(1 - around)));
  const saturation = single(one[1] - other[1]);
  const value = single(one[2] - other[2]);
  return single(single(single(hue * hue) + single(saturation * saturation)) + single(value * value));
}
