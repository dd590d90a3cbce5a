import type { Logger } from '../../../src/runtime/logger.ts';
import type { LobbyHostOptions } from '../src/lobby-host.ts';

/** Logs nothing. */
export const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A lobby on a free port that accepts every name. */
export function lobbyOptions(more: Partial<LobbyHostOptions> = {}): LobbyHostOptions {
  return {
    listen: { host: '127.0.0.1', port: 0 },
    forwarding: { mode: 'none', accounts: false },
    proxyProtocol: false,
    maxPlayers: 50,
    motd: 'Lobby',
    closing: 'The lobby is closing.',
    tooOld: 'Too old.',
    playersChanged: () => {},
    logger: SILENT,
    ...more,
  };
}
