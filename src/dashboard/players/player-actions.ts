import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import type { Api } from '../api/schema.ts';
import { notifySuccess } from '../ui/notify.ts';

type BanTime = Api['POST /api/bans']['body']['time'];

/** The six times of a ban, in words. */
export const BAN_TIMES: readonly {
  readonly value: BanTime;
  readonly label: string;
  readonly words: string;
}[] = [
  { value: '1h', label: '1 hour', words: 'for 1 hour' },
  { value: '24h', label: '24 hours', words: 'for 24 hours' },
  { value: '7D', label: '7 days', words: 'for 7 days' },
  { value: '30D', label: '30 days', words: 'for 30 days' },
  { value: '1Y', label: '1 year', words: 'for 1 year' },
  { value: 'perma', label: 'Forever', words: 'forever' },
];

export interface PlayerRef {
  readonly uuid: string;
  readonly name: string;
}

/** Each resolves when the coordinator has done it; events tell all other pages. */
export async function banPlayer({ uuid, name }: PlayerRef, time: BanTime, reason: string): Promise<void> {
  await call('POST /api/bans', { body: { uuid, name, time, reason } });
  notifySuccess(`${name} is banned`);
  await refresh(uuid);
}

export async function unbanPlayer({ uuid, name }: PlayerRef): Promise<void> {
  await call('DELETE /api/bans/{uuid}', { params: { uuid } });
  notifySuccess(`${name} may play again`);
  await refresh(uuid);
}

export async function kickPlayer({ uuid, name }: PlayerRef, reason: string): Promise<void> {
  await call('POST /api/players/{uuid}/kick', { params: { uuid }, body: { reason } });
  notifySuccess(`${name} was sent away`);
  await refresh(uuid);
}

async function refresh(uuid: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['player', uuid] }),
    queryClient.invalidateQueries({ queryKey: ['bans'] }),
    queryClient.invalidateQueries({ queryKey: ['players'] }),
  ]);
}
