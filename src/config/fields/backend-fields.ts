import { Cron } from 'croner';
import * as f from '../../domain/fields/field.ts';
import { isServerAddress, isServerName, isServerType } from '../../domain/server.ts';
import { parseListenAddress } from './listen-address.ts';
import { isManagementUrl } from './server-fields.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|::1)$/;

/** Where programs of this machine connect, or nowhere. */
export const localListenField = f.refined(
  f.string(),
  '"off" or host:port on loopback, as in 127.0.0.1:8765',
  (value) => value === 'off' || LOOPBACK.test(parseListenAddress(value)?.host ?? ''),
);

/** Where the coordinator is. */
export const coordinatorUrlField = f.refined(
  f.string(),
  'http://host:port or https://host, with a path if there is one, and no user, query or fragment',
  (value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password, search, hash } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && username + password + search + hash === '';
  },
);

/** A secret for programs that somebody else has made, or none yet. */
export const givenSecretField = orEmpty(/^[A-Za-z0-9]{32}$/, 'exactly 32 characters A-Z, a-z, 0-9');

/** A server's name, or none yet. */
export const serverNameField = f.refined(
  f.string(),
  'a name of A-Z, a-z, 0-9, _ and -, but not "events"',
  (value) => value === '' || isServerName(value),
);

export const serverTypeField = f.refined(f.string(), 'HUB, GAME or another upper-case word', isServerType);

/** Where something is, or nothing. */
export const addressField = f.refined(
  f.string(),
  'empty or host:port, as in 10.0.0.5:25565',
  (value) => value === '' || isServerAddress(value),
);

/** Where the management protocol is served, or nowhere. */
export const managementUrlField = f.refined(
  f.string(),
  'empty, ws://host:port or wss://host:port',
  (value) => value === '' || isManagementUrl(value),
);

export const managementSecretField = orEmpty(
  /^[\x21-\x7e]{8,256}$/,
  '8 to 256 printable characters without spaces',
);
export const rconPasswordField = orEmpty(/^[^\p{Cc}\p{Cs}]{6,256}$/u, 'text of 6 to 256 characters');

/** Times at which something happens again and again. */
export const scheduleField = f.refined(
  f.array(f.string({ max: 128 }), 64),
  'a list of at most 64 cron texts, as in "0 4 * * *" for every day at four',
  (patterns) => patterns.every(isCron),
);

function isCron(pattern: string): boolean {
  try {
    // What never comes again is a mistake.
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

function orEmpty(pattern: RegExp, expects: string): f.Field<string> {
  return f.refined(f.string(), expects, (value) => value === '' || pattern.test(value));
}
