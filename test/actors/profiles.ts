import type { ServerProfile } from '../../src/domain/server.ts';

/** A server as an admin adds it. */
export function profileOf(name: string, change: Partial<ServerProfile> = {}): ServerProfile {
  return {
    name,
    type: 'GAME',
    maxPlayers: 100,
    serverId: name,
    gameName: '',
    gameData: '',
    canRejoin: false,
    address: null,
    ...change,
  };
}
