import type { AccountService } from '../../../src/actors/ports.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { foldName } from '../../../src/domain/player-name.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';

/** An account service whose accounts a test changes. */
export class FakeAccounts implements AccountService {
  /** By name, folded. */
  readonly owners = new Map<string, Uuid>();
  readonly asked: string[] = [];
  away = false;
  silent = false;
  /** What answers wait for. */
  slow: () => Promise<void> = () => Promise.resolve();
  /** Logins have used up their questions. */
  spent = false;
  /** Names that nobody had when a login asked, folded: a login is told so again. */
  readonly nobodyKept = new Set<string>();

  async uuidOf(name: string): Promise<Uuid | null> {
    if (this.spent) throw new AppError('platform_unavailable');
    if (this.nobodyKept.has(foldName(name))) return null;
    const uuid = await this.uuidOfOnline(name);
    if (uuid === null) this.nobodyKept.add(foldName(name));
    return uuid;
  }

  async uuidOfBanned(name: string): Promise<Uuid | null> {
    if (this.nobodyKept.has(foldName(name))) return null;
    return await this.uuidOfOnline(name);
  }

  async uuidOfOnline(name: string): Promise<Uuid | null> {
    this.asked.push(name);
    await this.slow();
    if (this.silent) await new Promise(() => undefined);
    if (this.away) throw new AppError('platform_unavailable');
    return this.owners.get(foldName(name)) ?? null;
  }

  set(name: string, uuid: Uuid | null): void {
    if (uuid === null) this.owners.delete(foldName(name));
    else this.owners.set(foldName(name), uuid);
  }
}
