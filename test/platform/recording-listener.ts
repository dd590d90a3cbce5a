import type { Occupancy, PlayerRef, ServerListener } from '../../src/platform/server-management.ts';
import { parseUuid } from '../../src/domain/uuid.ts';

/** Records the notifications of a connection as text. */
export class RecordingListener implements ServerListener {
  readonly calls: string[] = [];
  maxPlayers: number | undefined;
  /** A list of more players is refused. */
  limit = 20_000;

  observed({ players, maxPlayers }: Occupancy): string | undefined {
    if (players.length > this.limit) return 'too many';
    this.maxPlayers = maxPlayers;
    this.calls.push(`observed ${players.map(({ name }) => name).join(',')}`.trimEnd());
    return undefined;
  }

  joined({ name }: PlayerRef): string | undefined {
    this.calls.push(`joined ${name}`);
    return undefined;
  }

  left({ name }: PlayerRef): string | undefined {
    this.calls.push(`left ${name}`);
    return undefined;
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
