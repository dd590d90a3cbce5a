import type { BanDirectory, Network } from '../../actors/network.ts';
import { AppError } from '../../domain/errors.ts';
import { playerName, reason } from '../../domain/fields/network-fields.ts';
import { banEntry, banTime } from '../../domain/resources.ts';
import type { BanTime } from '../../domain/time/ban-time.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { authorOf, type Identity } from '../auth/identity.ts';
import { type Answer, created, json } from '../http/answer.ts';
import { type Reply, type Route, route } from '../route.ts';
import { playerPath } from './request-fields.ts';

/** What bans and unbans need, under `/api/bans` and under `/api/players` alike. */
export interface BanChangeServices {
  readonly network: Pick<Network, 'bans'>;
}

/** The body of a ban, besides the player's uuid. */
export const banFields = { name: playerName, time: banTime, reason };

export const banReply: Reply = {
  status: 201,
  description: 'The ban',
  body: banEntry,
  headers: { Location: 'The path of the ban.' },
};

/** Bans a player in the name of the caller and answers 201 with the ban. */
export async function banPlayer(
  writtenUuid: string,
  { name, time, reason }: { readonly name: string; readonly time: BanTime; readonly reason: string },
  identity: Identity,
  bans: BanDirectory,
): Promise<Answer> {
  const uuid = parseUuid(writtenUuid);
  if (uuid === undefined) throw new AppError('invalid_body');
  const ban = await bans.ban({ uuid, name, time, reason }, authorOf(identity));
  return created(`/api/bans/${ban.uuid}`, ban);
}

/** The route that lifts the ban of the player in the path. */
export function liftBanRoute(method: 'POST' | 'DELETE', path: string): Route<BanChangeServices> {
  return route({
    method,
    path,
    summary: 'Lift the ban of a player',
    access: 'token',
    params: playerPath,
    reply: { status: 200, description: 'The ban that was lifted', body: banEntry },
    errors: ['player_not_banned', 'storage_unavailable'],
    async handle({ params, identity }, { network }: BanChangeServices) {
      return json(await network.bans.unban(params.uuid, authorOf(identity)));
    },
  });
}
