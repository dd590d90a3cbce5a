import { join } from 'node:path';
import type { StorageUrl } from '../../storage/storage-url.ts';

type MysqlAddress = Extract<StorageUrl, { dialect: 'mysql' }>;

/** The command lines that back up a database of MySQL or MariaDB, and the files beside it. They ask for the password. */
export function dumpCommands(address: MysqlAddress, dataFolder: string, target: string): readonly string[] {
  const { host, port, user, database } = address;
  const server = `--host=${quoted(host)} --port=${port} --user=${quoted(user)} --password`;
  const dump = quoted(join(target, 'database.sql'));
  const files = ['config.yml', 'token.key'].map((name) => quoted(join(dataFolder, name)));
  return [
    `mkdir -p -m 700 ${quoted(target)} && cp ${files.join(' ')} ${quoted(target)}`,
    // One moment for all tables, and no lock that the coordinator would wait for.
    `mysqldump ${server} --single-transaction --no-tablespaces --result-file=${dump} ${quoted(database)}`,
  ];
}

/** As one word of a shell. */
function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
