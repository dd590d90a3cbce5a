/** The versions of the game that are tried, with the numbers of their protocols. */
export const VERSIONS = [
  ['1.8.8', 47],
  ['1.12.2', 340],
  ['1.16.5', 754],
  ['1.19.4', 762],
  ['1.20.4', 765],
  ['1.21.1', 767],
  ['1.21.11', 774],
  ['26.1', 775],
] as const;
