import type { Logger } from '../../runtime/logger.ts';
import type { SettingsStore } from '../../actors/ports.ts';
import * as f from '../../domain/fields/field.ts';
import { type ClosureTimes, DEFAULT_PROXY_SETTINGS, type ProxySettings } from '../../domain/proxy-status.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

const PROXY = 'proxy';
/** Apart from the settings: a version that does not know these keys would take the row for unreadable. */
const CLOSURES = 'proxy.closed';
/** Apart for the same reason. */
const COUNTED = 'proxy.counted';
const NEVER: ClosureTimes = { maintenanceSince: null, joinPreventedSince: null };

/** Each key may be missing: a row of an older version lacks newer settings. */
const storedSettings = f.object({
  maintenance: f.optional(f.boolean()),
  motd: f.optional(f.string()),
  maintenanceMotd: f.optional(f.string()),
  preventJoin: f.optional(f.boolean()),
  maxPlayers: f.optional(f.integer(1)),
  maintenanceBypass: f.optional(f.array(f.string())),
});

const since = f.nullable(f.integer(0));
const storedClosures = f.object({ maintenanceSince: since, joinPreventedSince: since });

const storedNames = f.array(f.string());

/** The rows `proxy`, `proxy.closed` and `proxy.counted` of `NetworkSettings`, as JSON. */
export class SqlSettingsStore implements SettingsStore {
  readonly #database: Database;
  readonly #logger: Logger;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  /** An unreadable row is logged and counts as absent, so that the network starts with its defaults. */
  async load(): Promise<ProxySettings | undefined> {
    const stored = await this.#read(PROXY, storedSettings);
    return stored && { ...DEFAULT_PROXY_SETTINGS, ...stored };
  }

  save(settings: ProxySettings): Promise<void> {
    return this.#write(PROXY, settings);
  }

  async loadClosures(): Promise<ClosureTimes> {
    return (await this.#read(CLOSURES, storedClosures)) ?? NEVER;
  }

  saveClosures(times: ClosureTimes): Promise<void> {
    return this.#write(CLOSURES, times);
  }

  async loadCountedProxies(): Promise<readonly string[]> {
    return (await this.#read(COUNTED, storedNames)) ?? [];
  }

  saveCountedProxies(names: readonly string[]): Promise<void> {
    return this.#write(COUNTED, names);
  }

  async #read<T>(name: string, field: f.Field<T>): Promise<T | undefined> {
    const row = await this.#database.reader
      .selectFrom('NetworkSettings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const checked = f.check(field, parsed(row.value));
    if (checked.ok) return checked.value;
    this.#logger.warn({ event: 'storage.settings_unreadable', name, issues: checked.issues });
    return undefined;
  }

  async #write(name: string, value: ProxySettings | ClosureTimes | readonly string[]): Promise<void> {
    const row = { name, value: JSON.stringify(value) };
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
