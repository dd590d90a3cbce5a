import type { PlayerRef, ServerWatcher, Sighting } from '../../src/platform/server-management.ts';
import { parseUuid } from '../../src/domain/uuid.ts';

/** Writes down what a door tells, in words. */
export class WatchedServer implements ServerWatcher {
  readonly told: string[] = [];
  maxPlayers: number | undefined;

  seen({ players, maxPlayers }: Sighting): void {
    this.maxPlayers = maxPlayers;
    this.told.push(`seen ${players.map(({ name }) => name).join(',')}`.trimEnd());
  }

  joined({ name }: PlayerRef): void {
    this.told.push(`joined ${name}`);
  }

  left({ name }: PlayerRef): void {
    this.told.push(`left ${name}`);
  }

  gone(): void {
    this.told.push('gone');
  }
}

export function playerRef(number: number, name: string): PlayerRef {
  const uuid = parseUuid(number.toString(16).padStart(32, '0'));
  if (uuid === undefined) throw new Error(`${number} makes no uuid`);
  return { uuid, name };
}
