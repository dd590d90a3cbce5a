import * as fc from 'fast-check';
import { NOW } from './people.ts';
import { eventText } from './recording-actor.ts';

export const ENDS = NOW + 3_600_000;

/** What can happen to a player: events, and the success or failure of the running write. */
export type PlayerOp =
  | { do: 'admit' | 'forget' | 'lost' | 'resume' | 'leave' | 'expire' | 'lift' | 'store' | 'lose' }
  | { do: 'join' | 'pass'; lease: string }
  | { do: 'switch'; server: string }
  | { do: 'ban' | 'replace'; expires: number };

export const playerOp: fc.Arbitrary<PlayerOp> = fc.oneof(
  fc.record({
    do: fc.constantFrom('admit', 'forget', 'lost', 'resume', 'leave', 'expire', 'lift', 'store', 'lose'),
  }),
  fc.record({ do: fc.constantFrom('join', 'pass'), lease: fc.constantFrom('p#1', 'q#2') }),
  fc.record({ do: fc.constant('switch'), server: fc.constantFrom('hub', 'arena') }),
  fc.record({ do: fc.constantFrom('ban', 'replace'), expires: fc.constantFrom(0, ENDS) }),
);
/** A simple model of a player, written from the promises and not from the chart. */
export interface PlayerModel {
  where: 'away' | 'admitted' | 'here' | 'disconnected';
  ban: 'none' | 'temporary' | 'permanent';
  writing: { what: 'ban' | 'lift'; request: string; becomes: 'temporary' | 'permanent' } | null;
  requests: number;
}

function only(holds: boolean, type: string, says: string[], change: () => void): string[] {
  if (!holds) return [`event.refused ${type}`];
  change();
  return says;
}

/** Changes the model by one operation, and returns what the actor must emit. */
export function expected(model: PlayerModel, one: PlayerOp): string[] {
  const online = model.where === 'here' || model.where === 'disconnected';
  switch (one.do) {
    case 'admit':
      if (model.where === 'away') model.where = 'admitted';
      return [];
    case 'forget':
      return only(model.where === 'admitted', 'presence.forget', [], () => (model.where = 'away'));
    case 'join':
      if (online) return ['event.refused presence.join'];
      model.where = model.ban === 'none' ? 'here' : 'away';
      return [model.ban === 'none' ? `player.joined ${one.lease}` : `player.refused ${one.lease}`];
    case 'switch':
      return only(online, 'presence.switch', [`player.switched ${one.server}`], () => {});
    case 'lost':
      return only(model.where === 'here', 'presence.lost', [], () => (model.where = 'disconnected'));
    case 'resume':
      return only(model.where === 'disconnected', 'presence.resume', [], () => (model.where = 'here'));
    case 'pass':
      return only(online, 'presence.pass', [`player.passed ${one.lease}`], () => (model.where = 'here'));
    case 'leave':
      return only(online, 'presence.leave', ['player.left'], () => (model.where = 'away'));
    case 'expire':
      return only(
        model.ban === 'temporary',
        'ban.expired',
        ['player.banExpired'],
        () => (model.ban = 'none'),
      );
    case 'ban':
    case 'replace': {
      model.requests += 1;
      const request = `r${model.requests}`;
      if ((model.ban !== 'none' && one.do === 'ban') || model.writing !== null)
        return [`command.rejected ${request} player_already_banned`];
      model.writing = { what: 'ban', request, becomes: one.expires === 0 ? 'permanent' : 'temporary' };
      return [];
    }
    case 'lift': {
      model.requests += 1;
      const request = `r${model.requests}`;
      if (model.ban === 'none' || model.writing !== null)
        return [`command.rejected ${request} player_not_banned`];
      model.writing = { what: 'lift', request, becomes: 'temporary' };
      return [];
    }
    case 'store': {
      const written = model.writing;
      if (written === null) return [];
      model.writing = null;
      model.ban = written.what === 'ban' ? written.becomes : 'none';
      return [
        written.what === 'ban' ? 'player.banned' : 'player.unbanned',
        `command.done ${written.request}`,
      ];
    }
    default: {
      const written = model.writing;
      if (written === null) return [];
      model.writing = null;
      return [`command.rejected ${written.request} storage_unavailable`];
    }
  }
}

/** An emitted event in the form of the model. */
export function playerWords(event: { type: string; [key: string]: unknown }): string {
  const { presence } = event as { presence?: { lease: string; server: string | null } };
  if (['player.joined', 'player.refused', 'player.passed'].includes(event.type))
    return `${event.type} ${presence?.lease}`;
  if (event.type === 'player.switched') return `${event.type} ${presence?.server}`;
  return eventText(event, 'requestId', 'code', 'refused');
}
