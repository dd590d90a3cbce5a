import { type Installation, installationFile } from '../../config/files/installation.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { MissingTables } from '../../storage/missing-tables.ts';
import { type StorageUrl, storagePlace } from '../../storage/storage-url.ts';

export interface TablesExpected {
  readonly address: StorageUrl;
  readonly dataFolder: string;
  readonly installed: Installation | undefined;
}

/** The error for the operator of a database without tables that were there; any other error as it is. */
export function explainMissingTables(error: unknown, expected: TablesExpected): unknown {
  if (!(error instanceof MissingTables)) return error;
  const { address, dataFolder, installed } = expected;
  const marker = installationFile(dataFolder);
  const place = storagePlace(address);
  const what =
    error.tables.length === 0
      ? `is empty or gone, and ${marker} says that this data folder has one since ${installed?.since} (${installed?.database})`
      : `lacks ${error.tables.join(', ')}, which an earlier start made`;
  const message = `the database ${place} ${what}. Without its tables every ban would be gone. Restore it from a backup, or correct storage.url; to begin anew on purpose, use an empty database and remove ${marker}`;
  return new ExplainedError(message, { cause: error });
}
