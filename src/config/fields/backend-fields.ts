import { Cron } from 'croner';
import * as f from '../../domain/fields/field.ts';
import { serverAddress, serverName } from '../../domain/fields/network-fields.ts';
import { programSecretField } from './config-fields.ts';
import { parseListenAddress } from './listen-address.ts';
import { managementUrl, managementSecret, rconPassword } from './server-fields.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|::1)$/;

/** Where programs on this machine connect, or "off". */
export const localListenField = f.refined(
  f.string(),
  '"off" or host:port on loopback, as in 127.0.0.1:8765',
  (value) => value === 'off' || LOOPBACK.test(parseListenAddress(value)?.host ?? ''),
);

/** The base URL of the coordinator's API. */
export const coordinatorUrlField = f.refined(
  f.string(),
  'http://host:port or https://host, with a path if there is one, and no user, query or fragment',
  (value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password, search, hash } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && username + password + search + hash === '';
  },
);

/** The secret of another program; empty until it is filled in. */
export const givenSecretField = f.emptyOr(programSecretField);

/** The server's own name; empty until it is filled in. */
export const serverNameField = f.emptyOr(serverName);

export const addressField = f.emptyOr(serverAddress);
export const managementUrlField = f.emptyOr(managementUrl);
export const managementSecretField = f.emptyOr(managementSecret);
export const rconPasswordField = f.emptyOr(rconPassword);

/** Cron patterns. */
export const scheduleField = f.refined(
  f.array(f.string({ max: 128 }), 64),
  'a list of at most 64 cron texts, as in "0 4 * * *" for every day at four',
  (patterns) => patterns.every(isCron),
);

/** One that never fires is a warning (`scheduleWarnings`): a date that is over must not stop the next start. */
function isCron(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).getPattern() !== undefined;
  } catch {
    return false;
  }
}
