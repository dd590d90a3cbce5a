import { isAbsolute, join } from 'node:path';

/** Which database holds the tables, as read from `storage.url`. */
export type StorageUrl =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | {
      readonly dialect: 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

const DEFAULT_FILE = 'portcullis.db';
const DEFAULT_PORT = 3306;

/**
 * Reads `sqlite:` (a file in the data folder), `sqlite:<path>` or `mysql://user:password@host[:port]/database`; user and
 * password may be percent-encoded. Its errors do not repeat the address, which can contain a password.
 */
export function parseStorageUrl(url: string, dataFolder: string): StorageUrl {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length) || DEFAULT_FILE;
    if (path.startsWith(':'))
      throw new Error('storage.url: SQLite needs a file; a database in memory is not supported');
    return { dialect: 'sqlite', file: isAbsolute(path) ? path : join(dataFolder, path) };
  }
  if (!url.startsWith('mysql://') || !URL.canParse(url)) {
    throw new Error('storage.url must be sqlite:<path> or mysql://user:password@host[:port]/database');
  }
  const parsed = new URL(url);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (parsed.hostname === '' || parsed.username === '' || database === '' || database.includes('/')) {
    throw new Error('storage.url: a mysql:// address must name a user, a host and a database');
  }
  return {
    dialect: 'mysql',
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? DEFAULT_PORT : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database,
  };
}

/** Where the database is, for the operator: the path of a file or `mysql host:port/database`; never a password. */
export function storagePlace(address: StorageUrl): string {
  if (address.dialect === 'sqlite') return address.file;
  const { host, port, database } = address;
  return `mysql ${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}
