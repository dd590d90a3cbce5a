import minecraftData from 'minecraft-data';
import { createRequire } from 'node:module';
import { Vec3 } from 'vec3';
import type { GameVersion } from './game-version.ts';

/** The height at which players stand, on the platform. */
export const FLOOR = 64;

/** Invisible, so that players seem to be in the void and do not fall. */
const BLOCK = 'barrier';
/** The heights of a world since 1.18. */
const HEIGHTS = { minY: -64, worldHeight: 384 };
/** Since 1.21.5 heightmaps are a list. */
const HEIGHTMAP_LIST = 770;

/** The types of prismarine-chunk declare a default export that Node does not have. */
type Chunk = {
  setBlockStateId(at: Vec3, state: number): void;
  dump(): Buffer;
  getMask?(): unknown;
  dumpBiomes?(): unknown;
};
type ChunkLibrary = (version: string) => new (heights: typeof HEIGHTS) => Chunk;
const loadChunks: ChunkLibrary = createRequire(import.meta.url)('prismarine-chunk');

const chunks = new Map<number, Readonly<Record<string, unknown>>>();

/**
 * The fields of `map_chunk` for one chunk of the platform, without its coordinates. The fields of all versions are there;
 * of these the library writes the ones that the version's packet has.
 */
export function platformChunk(version: GameVersion): Readonly<Record<string, unknown>> {
  const before = chunks.get(version.protocol);
  if (before !== undefined) return before;
  const chunk = makeChunk(version);
  chunks.set(version.protocol, chunk);
  return chunk;
}

function makeChunk({ protocol, name }: GameVersion): Readonly<Record<string, unknown>> {
  const chunk = new (loadChunks(name))(HEIGHTS);
  const { id = 0, defaultState = id << 4 } = minecraftData(protocol).blocksByName[BLOCK] ?? {};
  for (let x = 0; x < 16; x += 1) {
    for (let z = 0; z < 16; z += 1) chunk.setBlockStateId(new Vec3(x, FLOOR - 1, z), defaultState);
  }
  return {
    groundUp: true,
    bitMap: chunk.getMask?.(),
    biomes: chunk.dumpBiomes?.(),
    heightmaps: protocol >= HEIGHTMAP_LIST ? [] : { type: 'compound', name: '', value: {} },
    chunkData: chunk.dump(),
    blockEntities: [],
    trustEdges: true,
    skyLightMask: [],
    blockLightMask: [],
    emptySkyLightMask: [],
    emptyBlockLightMask: [],
    skyLight: [],
    blockLight: [],
  };
}
