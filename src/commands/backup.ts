import packageInfo from '../../package.json' with { type: 'json' };
import { checkConfig } from '../config/load-config.ts';
import { systemClock } from '../runtime/clock.ts';
import { parseStorageUrl } from '../storage/storage-url.ts';
import type { AddCommand } from './add-command.ts';
import { makeBackup } from './backups/make-backup.ts';
import { dumpCommands } from './backups/mysql-commands.ts';
import { addDataOption, type DataOption } from './options.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import type { Terminal } from './process/terminal.ts';

type BackupCommandOptions = DataOption & { readonly to: string };

/** `portcullis backup`: copies the embedded database and the files beside it, also while a coordinator runs. */
export const addBackupCommand: AddCommand = (program, terminal, finish) => {
  addDataOption(program.command('backup'))
    .description('copy the embedded database, the settings and the keys, also while the coordinator runs')
    .requiredOption('--to <folder>', 'folder of the backup; it must not exist yet')
    .action(async (options: BackupCommandOptions) => finish(await runBackup(options, terminal)));
};

async function runBackup({ data, to }: BackupCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const { settings } = await checkConfig({ dataFolder: data, env: terminal.env });
  const address = parseStorageUrl(settings['storage.url'], data);
  if (address.dialect === 'mysql') {
    terminal.err(
      `Nothing was copied: the database is MySQL or MariaDB on ${address.host}. Run these instead:`,
    );
    const folders = { dataFolder: data, target: to, tablePrefix: settings['storage.tablePrefix'] };
    for (const line of dumpCommands(address, folders)) terminal.err(`  ${line}`);
    return EXIT.failed;
  }
  const now = systemClock.now();
  const options = { dataFolder: data, database: address.file, target: to, version: packageInfo.version, now };
  const leftOut = await makeBackup(options);
  if (leftOut.length > 0) {
    terminal.err(`Not in the backup, because they are folders or over 16 MiB: ${leftOut.join(', ')}`);
  }
  terminal.out(
    `The backup is in ${to}. It holds secrets and addresses of people; keep it where only you can read it.`,
  );
  return EXIT.done;
}
