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

  async uuidOf(name: string): Promise<Uuid | null> {
    this.asked.push(name);
    await Promise.resolve();
    if (this.silent) await new Promise(() => undefined);
    if (this.away) throw new AppError('platform_unavailable');
    return this.owners.get(foldName(name)) ?? null;
  }

  set(name: string, uuid: Uuid | null): void {
    if (uuid === null) this.owners.delete(foldName(name));
    else this.owners.set(foldName(name), uuid);
  }
}
