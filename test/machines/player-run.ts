import type { Ban, BanAuthor } from '../../src/domain/ban.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import type { BanDraft, PlayerEvent } from '../../src/machines/player/events.ts';
import { playerMachine } from '../../src/machines/player/machine.ts';
import { settledWork, settled } from './machine-fixture.ts';
import { ADMIN, banOf, draftOf, NOW, presenceOf, STEVE } from './people.ts';
import type { PlayerOp } from './player-model.ts';
import { type RecordedActor, recordActor } from './recording-actor.ts';

export interface PlayerRun extends RecordedActor<typeof playerMachine> {
  readonly writes: () => number;
  readonly play: (one: PlayerOp) => Promise<void>;
  /** What the database has committed. */
  readonly row: () => Ban | null;
}

/** The machine with a database of one row, which answers when the test makes it. */
export function startRun(first: Ban | null): PlayerRun {
  const bans = settledWork<Ban, { draft: BanDraft; by: BanAuthor }>();
  const lifts = settledWork<Ban, { uuid: Uuid; at: number; by: BanAuthor }>();
  const machine = playerMachine.provide({ actors: { saveBan: bans.logic, saveLift: lifts.logic } });
  const live = recordActor(machine, { uuid: STEVE, name: 'Steve', ban: first });
  let row = first;
  let requests = 0;

  const answer = (stored: boolean): void => {
    const [ban] = bans.tasks;
    const [lift] = lifts.tasks;
    if (!stored) {
      ban?.fail(new Error('away'));
      lift?.fail(new Error('away'));
      return;
    }
    if (ban !== undefined) {
      row = { ...ban.input.draft, count: (row?.count ?? 0) + 1, active: true };
      ban.finish(row);
    }
    if (lift !== undefined) {
      row = { ...banOf(), ...row, active: false };
      lift.finish(row);
    }
  };
  const eventOf = (one: PlayerOp): PlayerEvent | null => {
    switch (one.do) {
      case 'admit':
      case 'forget':
      case 'lost':
      case 'resume':
      case 'leave':
        return { type: `presence.${one.do}` };
      case 'join':
        return { type: 'presence.join', name: 'Steve', presence: presenceOf(one.lease) };
      case 'pass':
        return { type: 'presence.pass', presence: { lease: one.lease, claim: undefined } };
      case 'switch':
        return { type: 'presence.switch', server: one.server };
      case 'expire':
        return { type: 'ban.expired' };
      case 'ban':
        return { type: 'ban.request', requestId: `r${requests}`, draft: draftOf(one.expires), by: ADMIN };
      case 'replace':
        return { type: 'ban.replace', requestId: `r${requests}`, draft: draftOf(one.expires), by: ADMIN };
      case 'lift':
        return { type: 'ban.lift', requestId: `r${requests}`, at: NOW, by: ADMIN };
      default:
        return null;
    }
  };
  const play = async (one: PlayerOp): Promise<void> => {
    if (one.do === 'ban' || one.do === 'replace' || one.do === 'lift') requests += 1;
    const event = eventOf(one);
    if (event !== null) return live.actor.send(event);
    answer(one.do === 'store');
    await settled();
  };
  return { ...live, writes: () => bans.tasks.length + lifts.tasks.length, play, row: () => row };
}

export interface RunStep {
  readonly op: PlayerOp;
  readonly emitted: { type: string; [key: string]: unknown }[];
  readonly banBefore: Ban | null;
  readonly ban: Ban | null;
  readonly row: Ban | null;
  readonly writes: number;
  readonly online: boolean;
  readonly busy: boolean;
  readonly request: string | null;
}

/** Runs all operations on a player, and returns what was the case after each. */
export async function runPlayer(first: Ban | null, ops: readonly PlayerOp[]): Promise<RunStep[]> {
  const real = startRun(first);
  const steps: RunStep[] = [];
  for (const one of ops) {
    const banBefore = real.actor.getSnapshot().context.ban;
    await real.play(one);
    const snapshot = real.actor.getSnapshot();
    steps.push({
      op: one,
      emitted: real.emitted(),
      banBefore,
      ban: snapshot.context.ban,
      row: real.row(),
      writes: real.writes(),
      online: snapshot.hasTag('online'),
      busy: snapshot.hasTag('busy'),
      request: snapshot.context.command?.requestId ?? null,
    });
  }
  real.actor.stop();
  return steps;
}
