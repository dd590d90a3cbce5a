import minecraft from 'minecraft-protocol';

/** Every version that the library serves and the lobby does. */
export const ALL_VERSIONS = minecraft.supportedVersions.filter((version) => version !== '1.7');

/** One of every way in which the game's protocol differs for the lobby. */
export const VERSIONS = [
  '1.8.8',
  '1.12.2',
  '1.13.2',
  '1.16.5',
  '1.19.4',
  '1.20.4',
  '1.21.4',
  '1.21.11',
  '26.1',
];
