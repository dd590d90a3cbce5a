import type { ServerClient } from 'minecraft-protocol';
import { commandTree } from './commands.ts';
import type { GameVersion } from './game-version.ts';
import { FLOOR, platformChunk } from './platform-chunk.ts';

const ADVENTURE = 2;
const MIDDLE = 8.5;
/** Invulnerable, flying, and allowed to. */
const ABILITIES = 0x01 | 0x02 | 0x04;
const VIEW_DISTANCE = 2;
/** A client draws no chunk before it has those around its own. */
const CHUNKS_AROUND = [-1, 0, 1];
const BEFORE_1_16 = { dimension: 0, difficulty: 0, levelType: 'flat', hashedSeed: [0, 0] };
/** Since 1.20.3 a client waits for the chunks only after a packet that says so. */
const WAITS_FOR_CHUNKS = 765;

/** Sends everything that a client needs to be in the lobby: a void with an invisible platform. */
export function enterGame(client: ServerClient, version: GameVersion, maxPlayers: number): void {
  client.write('login', loginPacket(client.id, version, maxPlayers));
  client.write('abilities', { flags: ABILITIES, flyingSpeed: 0.05, walkingSpeed: 0.1 });
  if (version.sends('declare_commands')) client.write('declare_commands', commandTree());
  const location = { x: 8, y: FLOOR, z: 8 };
  client.write('spawn_position', {
    location,
    angle: 0,
    globalPos: { dimensionName: 'minecraft:overworld', location },
    yaw: 0,
    pitch: 0,
  });
  if (version.sends('update_view_position')) client.write('update_view_position', { chunkX: 0, chunkZ: 0 });
  sendChunks(client, version);
  client.write('position', middlePosition(version.protocol));
}

/** The fields of `position` that put a player into the middle, at the start and after leaving the platform. */
export function middlePosition(protocol: number): unknown {
  return {
    teleportId: 1,
    x: MIDDLE,
    y: FLOOR,
    z: MIDDLE,
    dx: 0,
    dy: 0,
    dz: 0,
    yaw: 0,
    pitch: 0,
    flags: flagsOf(protocol),
    dismountVehicle: false,
  };
}

/** Every coordinate is absolute; since 1.20.5 the library takes that as an object. */
function flagsOf(protocol: number): unknown {
  return protocol >= 766 ? {} : 0;
}

function loginPacket(entityId: number, { login }: GameVersion, maxPlayers: number): unknown {
  const worldState = login['worldState'];
  return {
    ...login,
    entityId,
    isHardcore: false,
    gameMode: ADVENTURE,
    ...(typeof worldState === 'object' ? { worldState: { ...worldState, gamemode: 'adventure' } } : {}),
    maxPlayers: Math.min(maxPlayers, 100),
    viewDistance: VIEW_DISTANCE,
    simulationDistance: VIEW_DISTANCE,
    reducedDebugInfo: false,
    enableRespawnScreen: false,
    isDebug: false,
    isFlat: true,
    enforcesSecureChat: false,
    ...(Object.keys(login).length > 0 ? {} : BEFORE_1_16),
  };
}

function sendChunks(client: ServerClient, version: GameVersion): void {
  if (version.protocol >= WAITS_FOR_CHUNKS) {
    client.write('game_state_change', { reason: 'level_chunks_load_start', gameMode: 0 });
  }
  const inBatches = version.sends('chunk_batch_start');
  if (inBatches) client.write('chunk_batch_start', {});
  const chunk = platformChunk(version);
  for (const x of CHUNKS_AROUND) {
    for (const z of CHUNKS_AROUND) client.write('map_chunk', { ...chunk, x, z });
  }
  if (inBatches) client.write('chunk_batch_finished', { batchSize: CHUNKS_AROUND.length ** 2 });
}
