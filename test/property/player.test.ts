import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ban } from '../../src/domain/ban.ts';
import { followsModel } from '../machines/model-run.ts';
import { banOf } from '../machines/people.ts';
import { startRun, runPlayer, type RunStep } from '../machines/player-run.ts';
import { ENDS, expected, type PlayerModel, playerOp, playerWords } from '../machines/player-model.ts';

const firstBan = fc.constantFrom(null, banOf(), banOf(ENDS));

function always(promise: (steps: readonly RunStep[]) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(firstBan, fc.array(playerOp, { maxLength: 60 }), async (first, ops) => {
      promise(await runPlayer(first, ops));
    }),
    { numRuns: 150 },
  );
}

function wordOf(ban: Ban | null): PlayerModel['ban'] {
  if (ban === null) return 'none';
  return ban.expires === 0 ? 'permanent' : 'temporary';
}

/** The state of the machine that fits the model. */
function drawn({ where, ban, writing }: PlayerModel): unknown {
  const places = { away: 'offline', admitted: 'admitting', here: 'online', disconnected: 'leaving' };
  const rest = ban === 'none' ? 'clear' : { banned: ban };
  const work = { ban: 'banning', lift: 'lifting' };
  return { presence: places[where], standing: writing === null ? rest : work[writing.what] };
}

describe('a player, after any events in any order,', () => {
  it('agrees with the model', () =>
    followsModel(
      firstBan,
      playerOp,
      (first) => {
        const model: PlayerModel = { where: 'away', ban: wordOf(first), writing: null, requests: 0 };
        return { model, real: startRun(first) };
      },
      async (one, model, real) => {
        const says = expected(model, one);
        await real.play(one);
        expect(real.emitted().map(playerWords)).toEqual(says);
        const { context, value } = real.actor.getSnapshot();
        expect(value).toEqual(drawn(model));
        expect(wordOf(context.ban)).toBe(model.ban);
        expect(context.command?.requestId).toBe(model.writing?.request);
      },
    ));

  it('never joins while banned', () =>
    always((steps) => {
      for (const { emitted, banBefore, ban } of steps) {
        if (!emitted.some(({ type }) => type === 'player.joined')) continue;
        expect(banBefore).toBeNull();
        expect(ban).toBeNull();
      }
    }));

  it('is refused at every join from the answer to a ban until it is lifted or expires', () =>
    always((steps) => {
      let barred = false;
      for (const { op: one, emitted } of steps) {
        if (barred && one.do === 'join') {
          expect(emitted.map(({ type }) => type)).not.toContain('player.joined');
        }
        for (const event of emitted) {
          if (event.type === 'player.unbanned' || event.type === 'player.banExpired') barred = false;
          if (event.type === 'command.done') barred = (event['result'] as Ban).active;
        }
      }
    }));

  it('never loses a committed ban by joining, leaving, or a failed write', () =>
    always((steps) => {
      let over = false;
      for (const { emitted, ban, row } of steps) {
        for (const { type } of emitted) {
          if (type === 'player.banned') over = false;
          if (type === 'player.banExpired') over = true;
        }
        expect(ban).toEqual(row !== null && row.active && !over ? row : null);
      }
    }));

  it('has at most one running write, and is busy exactly then', () =>
    always((steps) => {
      for (const { writes, busy } of steps) expect(writes).toBe(busy ? 1 : 0);
    }));

  it('joins and leaves alternately, and is online exactly in between', () =>
    always((steps) => {
      let online = false;
      for (const moment of steps) {
        for (const { type } of moment.emitted) {
          if (type === 'player.joined') expect(online).toBe(false);
          if (type === 'player.left') expect(online).toBe(true);
          if (type === 'player.joined' || type === 'player.left') online = !online;
        }
        expect(moment.online).toBe(online);
      }
    }));

  it('answers every command once; only the running one has no answer yet', () =>
    always((steps) => {
      const open = new Set<string>();
      let requests = 0;
      for (const { op: one, emitted, request } of steps) {
        if (one.do === 'ban' || one.do === 'lift' || one.do === 'replace') {
          requests += 1;
          open.add(`r${requests}`);
        }
        for (const { type, requestId } of emitted) {
          if (type !== 'command.done' && type !== 'command.rejected') continue;
          expect(open.delete(requestId as string)).toBe(true);
        }
        expect([...open]).toEqual(request === null ? [] : [request]);
      }
    }));
});
