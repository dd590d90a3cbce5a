import { isRecord } from '../../domain/fields/record.ts';
import type { MachineId } from '../../domain/inspection/machine-ids.ts';

interface ShownFields {
  readonly context: readonly string[];
  readonly event: readonly string[];
}

const BAN = ['reason', 'bannedAt', 'expires', 'count', 'active'];
const PRESENCE = ['presence.lease', 'presence.server', 'presence.joinedAt'];
const SETTINGS = ['maintenance', 'motd', 'maintenanceMotd', 'preventJoin', 'maxPlayers'];

const within = (parent: string, fields: readonly string[]): string[] =>
  fields.map((field) => `${parent}.${field}`);

/**
 * The fields of a machine's context and of its events that are shown, as dotted paths. A field that is not listed here is
 * not shown, so that a new one has to be added on purpose. Never list an address, a secret, or an error of the database,
 * which may quote both.
 */
export const SHOWN_FIELDS: Readonly<Record<MachineId, ShownFields>> = {
  player: {
    context: ['uuid', 'name', ...PRESENCE, ...within('ban', BAN), 'command.kind', 'command.requestId'],
    event: ['name', 'server', ...PRESENCE, 'requestId', ...within('draft', BAN), ...within('output', BAN)],
  },
  server: { context: ['name', 'reported', 'gone'], event: ['state', 'requestId'] },
  proxy: {
    context: [...within('settings', SETTINGS), 'command.requestId', ...within('command.patch', SETTINGS)],
    event: ['requestId', ...within('patch', SETTINGS), ...within('output', SETTINGS)],
  },
  reboot: {
    context: ['id', 'server', 'countdownSeconds', 'announceAt', 'force', 'secondsLeft', 'failure'],
    event: ['phase', 'detail'],
  },
  link: { context: ['role', 'name', 'platform', 'epoch'], event: [] },
};

/** A copy of a value with only the fields at these paths; null where a path leads through null. */
export function pickFields(value: unknown, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  if (!isRecord(value)) return picked;
  for (const path of paths) {
    const [head = ''] = path.split('.', 1);
    const found = value[head];
    if (found === undefined || head in picked) continue;
    const below = paths
      .filter((other) => other.startsWith(`${head}.`))
      .map((other) => other.slice(head.length + 1));
    picked[head] = below.length > 0 && found !== null ? pickFields(found, below) : found;
  }
  return picked;
}
