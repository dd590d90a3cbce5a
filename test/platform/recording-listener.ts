import type { Occupancy, PlayerRef, ServerListener } from '../../src/platform/server-management.ts';
import { parseUuid } from '../../src/domain/uuid.ts';

/** Records the notifications of a connection as text. */
export class RecordingListener implements ServerListener {
  readonly calls: string[] = [];
  maxPlayers: number | undefined;

  observed({ players, maxPlayers }: Occupancy): void {
    this.maxPlayers = maxPlayers;
    this.calls.push(`observed ${players.map(({ name }) => name).join(',')}`.trimEnd());
  }

  joined({ name }: PlayerRef): void {
    this.calls.push(`joined ${name}`);
  }

  left({ name }: PlayerRef): void {
    this.calls.push(`left ${name}`);
  }

  gone(): void {
    this.calls.push('gone');
  }
}

export function playerRef(number: number, name: string): PlayerRef {
  const uuid = parseUuid(number.toString(16).padStart(32, '0'));
  if (uuid === undefined) throw new Error(`${number} makes no uuid`);
  return { uuid, name };
}
