import { join } from 'node:path';
import { shellWord } from '../../domain/text/shell-word.ts';
import type { StorageUrl } from '../../storage/storage-url.ts';

type MysqlAddress = Extract<StorageUrl, { dialect: 'mysql' }>;

/**
 * The command lines that back up a database of MySQL or MariaDB, and the files beside it. They ask for the password. The
 * parts of names are left out: they are larger than all the rest, and a start makes them anew.
 */
export function dumpCommands(
  address: MysqlAddress,
  { dataFolder, target, tablePrefix }: Readonly<Record<'dataFolder' | 'target' | 'tablePrefix', string>>,
): readonly string[] {
  const { host, port, user, database } = address;
  const server = `--host=${shellWord(host)} --port=${port} --user=${shellWord(user)} --password`;
  const dump = shellWord(join(target, 'database.sql'));
  const parts = shellWord(`${database}.${tablePrefix}NetworkPDNames`);
  const files = ['config.yml', 'token.key'].map((name) => shellWord(join(dataFolder, name)));
  return [
    `mkdir -p -m 700 ${shellWord(target)} && cp ${files.join(' ')} ${shellWord(target)}`,
    // One moment for all tables, and no lock that the coordinator would wait for.
    `mysqldump ${server} --single-transaction --no-tablespaces --ignore-table=${parts} --result-file=${dump} ${shellWord(database)}`,
  ];
}
