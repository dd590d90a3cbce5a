import { FolderInUse, lockDataFolder } from '../config/files/data-folder-lock.ts';
import { storePassword } from '../config/store-password.ts';
import { hashPassword } from '../gateway/auth/password.ts';
import { randomPassword } from '../runtime/random-secret.ts';
import type { AddCommand } from './add-command.ts';
import { addDataOption, type DataOption } from './options.ts';
import { EXIT } from './process/exit-code.ts';

/** `portcullis password`: replaces a login password that nobody knows any more. */
export const addPasswordCommand: AddCommand = (program, terminal, finish) => {
  addDataOption(program.command('password'))
    .description('generate a new login password, store its hash in config.yml and print it, once')
    .action(async ({ data }: DataOption) => {
      const password = randomPassword();
      await storePassword(data, terminal.env, await hashPassword(password));
      terminal.err('The new login password, which is shown only now:');
      // Alone on standard output, so that a script can take it from there.
      terminal.out(password);
      terminal.err(
        isRunning(data)
          ? 'The running coordinator keeps the old password until it is restarted, which ends every session.'
          : 'It holds from the next start on, which ends every session.',
      );
      finish(EXIT.done);
    });
};

/** A coordinator writes config.yml only while it starts, so the file of a running one may be changed. */
function isRunning(folder: string): boolean {
  try {
    lockDataFolder(folder)();
    return false;
  } catch (error) {
    if (error instanceof FolderInUse) return true;
    throw error;
  }
}
