import * as f from '../../domain/fields/field.ts';
import { serverName } from '../../domain/fields/network-fields.ts';
import { isNetwork } from '../../runtime/ip-address.ts';
import { parseListenAddress } from './listen-address.ts';

/** `host:port`, as in 127.0.0.1:8080 or [::1]:8080. */
export const listenField = f.refined(
  f.string(),
  'host:port, as in 127.0.0.1:8080, 0.0.0.0:8080 or [::1]:8080',
  (value) => parseListenAddress(value) !== null,
);

/** IP addresses and ranges of them. */
export const networksField = f.refined(
  f.array(f.string(), 64),
  'a list of at most 64 IP addresses or ranges, as in 10.0.0.0/8 or ::1',
  (values) => values.every(isNetwork),
);

/** Web origins in the form that a browser sends: scheme, host and port, no path. */
export const originsField = f.refined(
  f.array(f.string(), 64),
  'a list of at most 64 web origins, as in https://panel.example.org (no path, no slash at the end)',
  (values) => values.every((value) => URL.canParse(value) && new URL(value).origin === value),
);

/** Seconds before the end of a countdown. */
export const secondsField = f.refined(
  f.array(f.integer(1, 3_600), 64),
  'a list of at most 64 whole numbers of seconds from 1 to 3600',
  () => true,
);

/** A time zone of the IANA database. */
export const timeZoneField = f.refined(
  f.string(),
  'an IANA time zone, as in UTC or Europe/Berlin',
  (value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  },
);

const STORAGE_URL = /^(?:sqlite:(?!:).*|mysql:\/\/[^/?#]+@[^/?#]+\/[^/?#]+)$/;

/** The URL of the database. */
export const storageUrlField = f.refined(
  f.string(),
  'sqlite: or mysql://user:password@host:port/database',
  (value) => STORAGE_URL.test(value) && (value.startsWith('sqlite:') || isDecodable(value)),
);

function isDecodable(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return decodeURIComponent(username + password + pathname) !== '';
  } catch {
    return false;
  }
}

/** The name of a table or column; it needs no quoting, so that none can be wrong. */
export const identifierField = f.string({
  pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
  expects: 'a table or column name of letters, digits and _',
});

/** What table names begin with; short enough that the longest name of ours stays within the 64 letters of MySQL. */
export const tablePrefixField = f.string({
  pattern: /^([A-Za-z_][A-Za-z0-9_]{0,23})?$/,
  expects: 'at most 24 letters, digits and _, as in portcullis_, or empty',
});

/** A message to a player, of one or more lines. */
export const messageField = f.refined(
  f.string(),
  'text of 1 to 1000 characters, with \\n between lines and no other control characters',
  (value) => value.length > 0 && value.length <= 1000 && !/[\p{Cs}]|(?!\n)\p{Cc}/u.test(value),
);

/** A message to a player; empty to send none. */
export const optionalMessageField = f.refined(
  f.string(),
  'text of 0 to 1000 characters, with \\n between lines and no other control characters',
  (value) => value === '' || messageField.is(value),
);

/** Names of servers. */
export const serverNamesField = f.refined(
  f.array(serverName, 64),
  'a list of at most 64 names of servers',
  () => true,
);

/** A secret that programs use. */
export const programSecretField = f.string({
  pattern: /^[A-Za-z0-9]{32}$/,
  expects: 'exactly 32 characters A-Z, a-z, 0-9',
});

/** A password in clear text, or its hash. */
export const passwordField = f.refined(
  f.string(),
  'text of 8 to 256 characters, in quotes if it consists of digits',
  (value) => value.length >= 8 && value.length <= 256,
);
