import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import type { Api } from '../api/schema.ts';
import { notifySuccess } from '../ui/notice/notify.ts';

type BanTime = Api['POST /api/bans']['body']['time'];

/** The durations that a ban can have. */
export const BAN_TIMES: readonly {
  readonly value: BanTime;
  readonly label: string;
  /** For the end of a sentence: "ban them …". */
  readonly phrase: string;
}[] = [
  { value: '1h', label: '1 hour', phrase: 'for 1 hour' },
  { value: '24h', label: '24 hours', phrase: 'for 24 hours' },
  { value: '7D', label: '7 days', phrase: 'for 7 days' },
  { value: '30D', label: '30 days', phrase: 'for 30 days' },
  { value: '1Y', label: '1 year', phrase: 'for 1 year' },
  { value: 'perma', label: 'Forever', phrase: 'forever' },
];

/** The player that an action is for. */
export interface PlayerRef {
  readonly uuid: string;
  readonly name: string;
}

/** Bans a player. Like all actions here it resolves when the coordinator has done it. */
export async function banPlayer({ uuid, name }: PlayerRef, time: BanTime, reason: string): Promise<void> {
  await call('POST /api/bans', { body: { uuid, name, time, reason } });
  notifySuccess(`${name} was banned`);
  await refresh(uuid);
}

/** Lifts the ban of a player. */
export async function unbanPlayer({ uuid, name }: PlayerRef): Promise<void> {
  await call('DELETE /api/bans/{uuid}', { params: { uuid } });
  notifySuccess(`The ban of ${name} was lifted`);
  await refresh(uuid);
}

/** Disconnects a player. */
export async function kickPlayer({ uuid, name }: PlayerRef, reason: string): Promise<void> {
  await call('POST /api/players/{uuid}/kick', { params: { uuid }, body: { reason } });
  notifySuccess(`${name} was kicked`);
  await refresh(uuid);
}

async function refresh(uuid: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['player', uuid] }),
    queryClient.invalidateQueries({ queryKey: ['bans'] }),
    queryClient.invalidateQueries({ queryKey: ['players'] }),
  ]);
}
