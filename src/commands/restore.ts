import { lockDataFolder } from '../config/files/data-folder-lock.ts';
import { checkConfig } from '../config/load-config.ts';
import { systemClock } from '../runtime/clock.ts';
import { parseStorageUrl } from '../storage/storage-url.ts';
import type { AddCommand } from './add-command.ts';
import { DATABASE_FILE, readManifest } from './backups/backup-manifest.ts';
import { removeBrokenOff, setAsideBefore } from './backups/earlier-restores.ts';
import { restoreBackup } from './backups/restore-backup.ts';
import { addDataOption, type DataOption } from './options.ts';
import { EXIT, type ExitCode } from './process/exit-code.ts';
import type { Terminal } from './process/terminal.ts';

type RestoreCommandOptions = DataOption & { readonly from: string };

/** `portcullis restore`: puts a backup in place of what a data folder has. */
export const addRestoreCommand: AddCommand = (program, terminal, finish) => {
  addDataOption(program.command('restore'))
    .description('put a backup of "portcullis backup" in place; the coordinator must not run')
    .requiredOption('--from <folder>', 'folder of the backup')
    .action(async (options: RestoreCommandOptions) => finish(await runRestore(options, terminal)));
};

async function runRestore({ data, from }: RestoreCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const manifest = await readManifest(from);
  // The settings of the backup say where its database belongs.
  const { settings } = await checkConfig({ dataFolder: from, env: terminal.env });
  const address = parseStorageUrl(settings['storage.url'], data);
  if (address.dialect === 'mysql') {
    terminal.err(
      `storage.url names a database of MySQL or MariaDB, which its own tools restore: docs/upgrade.md has the commands.`,
    );
    return EXIT.failed;
  }
  const unlock = lockDataFolder(data);
  try {
    const places = { source: from, dataFolder: data, database: address.file };
    const files = { ...places, names: Object.keys(manifest.files).filter((name) => name !== DATABASE_FILE) };
    for (const file of await removeBrokenOff(files))
      terminal.out(`Removed ${file}, which a restore left that was broken off.`);
    const before = await setAsideBefore(files);
    const aside = await restoreBackup({ ...places, manifest, now: systemClock.now() });
    const madeAt = new Date(manifest.madeAt).toISOString();
    terminal.out(
      `Restored the backup of ${madeAt} (Portcullis ${manifest.version}). The database is ${address.file}.`,
    );
    for (const folder of aside) {
      terminal.out(`What was there before is in ${folder}; remove it when you do not need it any more.`);
    }
    for (const folder of before) {
      terminal.out(`What was there before an earlier restore is in ${folder}.`);
    }
    terminal.out(`Start the coordinator now. What happened since the backup, bans too, is not in it.`);
    return EXIT.done;
  } finally {
    unlock();
  }
}
