import type { ServerStore } from '../../actors/ports.ts';
import type { ServerProfile } from '../../domain/server.ts';
import { type Database, write } from '../database.ts';
import { upsert } from '../queries/upsert.ts';

const COLUMNS = [
  'name',
  'type',
  'max_players',
  'server_id',
  'game_name',
  'game_data',
  'can_rejoin',
  'address',
] as const;

/** `NetworkServers`. */
export class SqlServerStore implements ServerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<ServerProfile[]> {
    const rows = await this.#database.reader
      .selectFrom('NetworkServers')
      .select(COLUMNS)
      .orderBy('name')
      .execute();
    return rows.map((row) => ({
      name: row.name,
      type: row.type,
      maxPlayers: row.max_players,
      serverId: row.server_id,
      gameName: row.game_name,
      gameData: row.game_data,
      canRejoin: row.can_rejoin === 1,
      address: row.address,
    }));
  }

  async save(profile: ServerProfile): Promise<void> {
    const row = {
      name: profile.name,
      type: profile.type,
      max_players: profile.maxPlayers,
      server_id: profile.serverId,
      game_name: profile.gameName,
      game_data: profile.gameData,
      can_rejoin: profile.canRejoin ? 1 : 0,
      address: profile.address,
    };
    const into = { table: 'NetworkServers', key: 'name', columns: COLUMNS } as const;
    await write(this.#database, (db) => upsert(db, this.#database.dialect, into, [row]));
  }

  async remove(name: string): Promise<void> {
    await write(this.#database, (db) => db.deleteFrom('NetworkServers').where('name', '=', name).execute());
  }
}
