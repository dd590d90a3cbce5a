import minecraftData from 'minecraft-data';

/** The name of a release; those of snapshots have letters. */
const RELEASE = /^\d+(?:\.\d+)+$/;

const released = new Set(
  minecraftData.versions.pc.flatMap(({ minecraftVersion, version }) =>
    typeof minecraftVersion === 'string' && RELEASE.test(minecraftVersion) ? [version] : [],
  ),
);

/**
 * Whether a release of the game has this protocol number. The library also takes some 500 numbers of snapshots, and for each that it
 * meets it compiles and keeps 2 MB for ever: a stranger who begins a login with all of them would end the process.
 */
export function isReleased(protocol: unknown): boolean {
  return typeof protocol === 'number' && released.has(protocol);
}
