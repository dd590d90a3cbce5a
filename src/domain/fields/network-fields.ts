import { isReportedName, MAX_NAME_LENGTH } from '../player-name.ts';
import {
  isServerAddress,
  isServerName,
  isServerType,
  MAX_SERVER_NAME_LENGTH,
  SERVER_NAME_PATTERN,
  SERVER_TYPE_PATTERN,
} from '../server.ts';
import { isUuid, parseUuid, UUID_PATTERN } from '../uuid.ts';
import * as f from './field.ts';

/*
 * The fields of servers and players. Requests of the API, frames of the channel and config.yml all use these, so that they
 * accept the same values and refuse others with the same message.
 */

export const uuid = f.refined(f.string(), 'a dashed lowercase UUID', isUuid, {
  pattern: UUID_PATTERN.source,
  format: 'uuid',
});

/** A UUID as people and other programs write it; `parseUuid` turns it into the form that is stored. */
export const anyUuid = f.refined(
  f.string({ format: 'uuid' }),
  'a UUID, dashed or undashed',
  (value) => parseUuid(value) !== undefined,
);

export const playerName = f.refined(
  f.string({ min: 1, max: MAX_NAME_LENGTH }),
  `a player name: 1 to ${MAX_NAME_LENGTH} visible characters`,
  isReportedName,
);

/** The reason for a ban. Players see it as plain text, without markup. */
export const reason = f.text(255);

export const epochMs = f.described(f.integer(0), { description: 'Epoch milliseconds.' });

export const serverName = f.refined(
  f.string({ min: 1, max: MAX_SERVER_NAME_LENGTH }),
  `a server name: 1 to ${MAX_SERVER_NAME_LENGTH} visible characters without / ? # %, but not "events"`,
  isServerName,
  { pattern: SERVER_NAME_PATTERN.source },
);

export const serverType = f.refined(
  f.string({ max: 32 }),
  'HUB, GAME or another upper-case word',
  isServerType,
  { pattern: SERVER_TYPE_PATTERN.source },
);

export const serverAddress = f.refined(
  f.string({ max: 262 }),
  'host:port, as in 10.0.0.5:25565',
  isServerAddress,
);

export const maxPlayers = f.integer(1, 1_000_000);
export const serverId = f.text(64);
export const gameName = f.text(64);

/** Opaque to Portcullis, so line breaks are allowed; a lone surrogate is not, because it cannot be stored. */
export const gameData = f.refined(
  f.string({ max: 4_096 }),
  'text of at most 4096 characters without broken surrogates',
  (value) => !/\p{Cs}/u.test(value),
);
