import type { BanAuthor } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import type { BanTime } from '../../domain/time/ban-time.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Playtime } from '../models/playtime.ts';
import type { BanDirectory, PlayerDirectory, PlayerPlace, StaffCommands } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Announcements } from './announcements.ts';
import { proxyOf } from '../sessions/proxy-clients.ts';

export interface StaffServiceDeps {
  readonly online: OnlinePlayers;
  readonly playtime: Pick<Playtime, 'settle'>;
  readonly players: PlayerDirectory;
  readonly bans: BanDirectory;
  readonly index: BanIndex;
  readonly announcements: Pick<Announcements, 'alert'>;
  readonly clock: Clock;
}

/** What staff in the game order: they name players by their names, as they read them there. */
export class StaffService implements StaffCommands {
  readonly #deps: StaffServiceDeps;

  constructor(deps: StaffServiceDeps) {
    this.#deps = deps;
  }

  async ban(by: BanAuthor, name: string, time: BanTime, reason: string): Promise<void> {
    const player = await this.#playerNamed(name);
    await this.#deps.bans.ban({ ...player, time, reason }, by);
  }

  async unban(by: BanAuthor, name: string): Promise<void> {
    await this.#deps.bans.unban(await this.#bannedNamed(name), by);
  }

  async kick(by: BanAuthor, name: string, reason: string): Promise<void> {
    const { uuid } = await this.#playerNamed(name);
    await this.#deps.players.kick(uuid, reason, by);
  }

  async send(name: string, server: string): Promise<void> {
    const { uuid } = await this.#playerNamed(name);
    await this.#deps.players.send(uuid, server);
  }

  alert(message: string): void {
    this.#deps.announcements.alert(message);
  }

  async find(name: string): Promise<PlayerPlace> {
    const { uuid } = await this.#playerNamed(name);
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) throw new AppError('player_offline');
    return { uuid, name: entry.name, proxy: proxyOf(entry.lease), server: entry.server };
  }

  /** Who is online under the name; else who had it last. */
  async #playerNamed(name: string): Promise<{ uuid: Uuid; name: string }> {
    const [entry, ...others] = this.#deps.online.named(name);
    if (entry === undefined) {
      // Who left a moment ago may have no row yet.
      await this.#deps.playtime.settle();
      return await this.#deps.players.find(name);
    }
    // At edges several may play under one name, and who is meant cannot be told from it.
    if (others.length > 0)
      throw new AppError(
        'player_not_found',
        `Several players are online as ${entry.name}; use the dashboard`,
      );
    return { uuid: entry.uuid, name: entry.name };
  }

  /** Whose ban was set under the name, whoever has it now; else that of who has it. */
  async #bannedNamed(name: string): Promise<Uuid> {
    const { index, clock } = this.#deps;
    const [ban, ...others] = index.allNamedAt(name, clock.now());
    if (others.length > 0)
      throw new AppError('player_not_found', `Several bans were set as ${name}; use the dashboard`);
    if (ban !== undefined) return ban.uuid;
    return (await this.#playerNamed(name)).uuid;
  }
}
