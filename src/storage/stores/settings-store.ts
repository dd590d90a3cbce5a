import type { Logger } from '../../runtime/logger.ts';
import type { SettingsStore } from '../../actors/ports.ts';
import * as f from '../../domain/fields/field.ts';
import { DEFAULT_PROXY_SETTINGS, type ProxySettings } from '../../domain/proxy-status.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

const PROXY = 'proxy';

/** Each key may be missing: a row of an older version lacks newer settings. */
const storedSettings = f.object({
  maintenance: f.optional(f.boolean()),
  motd: f.optional(f.string()),
  maintenanceMotd: f.optional(f.string()),
  preventJoin: f.optional(f.boolean()),
  maxPlayers: f.optional(f.integer(1)),
  maintenanceBypass: f.optional(f.array(f.string())),
});

/** The row `proxy` of `NetworkSettings`, as JSON. */
export class SqlSettingsStore implements SettingsStore {
  readonly #database: Database;
  readonly #logger: Logger;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  /** An unreadable row is logged and counts as absent, so that the network starts with its defaults. */
  async load(): Promise<ProxySettings | undefined> {
    const row = await this.#database.reader
      .selectFrom('NetworkSettings')
      .select('value')
      .where('name', '=', PROXY)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const checked = f.check(storedSettings, parsed(row.value));
    if (checked.ok) return { ...DEFAULT_PROXY_SETTINGS, ...checked.value };
    this.#logger.warn({ event: 'storage.settings_unreadable', issues: checked.issues });
    return undefined;
  }

  async save(settings: ProxySettings): Promise<void> {
    const row = { name: PROXY, value: JSON.stringify(settings) };
    const into = { table: 'NetworkSettings', key: 'name', columns: ['name', 'value'] } as const;
    await write(this.#database, (db) => upsert(db, this.#database.dialect, into, [row]));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
