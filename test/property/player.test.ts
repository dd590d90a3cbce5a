import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ban } from '../../src/domain/ban.ts';
import { followsModel } from '../machines/model-run.ts';
import { banOf } from '../machines/people.ts';
import { beginLife, live, type Moment } from '../machines/player-life.ts';
import { ENDS, expected, type PlayerModel, playerOp, playerWords } from '../machines/player-model.ts';

const firstBan = fc.constantFrom(null, banOf(), banOf(ENDS));

function always(promise: (moments: readonly Moment[]) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(firstBan, fc.array(playerOp, { maxLength: 60 }), async (first, ops) => {
      promise(await live(first, ops));
    }),
    { numRuns: 150 },
  );
}

function wordOf(ban: Ban | null): PlayerModel['ban'] {
  if (ban === null) return 'none';
  return ban.expires === 0 ? 'permanent' : 'temporary';
}

/** Where the chart must stand for what the model says. */
function drawn({ where, ban, writing }: PlayerModel): unknown {
  const places = { away: 'offline', admitted: 'admitting', here: 'online', vouchedForByNobody: 'leaving' };
  const rest = ban === 'none' ? 'clear' : { banned: ban };
  const work = { ban: 'banning', lift: 'lifting' };
  return { presence: places[where], standing: writing === null ? rest : work[writing.what] };
}

describe('a player, whatever happens in whatever order', () => {
  it('does what the plain model says', () =>
    followsModel(
      firstBan,
      playerOp,
      (first) => {
        const model: PlayerModel = { where: 'away', ban: wordOf(first), writing: null, requests: 0 };
        return { model, real: beginLife(first) };
      },
      async (one, model, real) => {
        const says = expected(model, one);
        await real.play(one);
        expect(real.heard().map(playerWords)).toEqual(says);
        const { context, value } = real.actor.getSnapshot();
        expect(value).toEqual(drawn(model));
        expect(wordOf(context.ban)).toBe(model.ban);
        expect(context.command?.requestId).toBe(model.writing?.request);
      },
    ));

  it('never joins while banned', () =>
    always((moments) => {
      for (const { heard, banBefore, ban } of moments) {
        if (!heard.some(({ type }) => type === 'player.joined')) continue;
        expect(banBefore).toBeNull();
        expect(ban).toBeNull();
      }
    }));

  it('is refused at every join from the answer to a ban until it is lifted or runs out', () =>
    always((moments) => {
      let barred = false;
      for (const { op: one, heard } of moments) {
        if (barred && one.do === 'join') {
          expect(heard.map(({ type }) => type)).not.toContain('player.joined');
        }
        for (const event of heard) {
          if (event.type === 'player.unbanned' || event.type === 'player.banExpired') barred = false;
          if (event.type === 'command.done') barred = (event['result'] as Ban).active;
        }
      }
    }));

  it('never loses a committed ban by coming, going, or a failed write', () =>
    always((moments) => {
      let over = false;
      for (const { heard, ban, row } of moments) {
        for (const { type } of heard) {
          if (type === 'player.banned') over = false;
          if (type === 'player.banExpired') over = true;
        }
        expect(ban).toEqual(row !== null && row.active && !over ? row : null);
      }
    }));

  it('has at most one write under way, and is busy exactly then', () =>
    always((moments) => {
      for (const { writes, busy } of moments) expect(writes).toBe(busy ? 1 : 0);
    }));

  it('joins and leaves by turns, and is online exactly between the two', () =>
    always((moments) => {
      let online = false;
      for (const moment of moments) {
        for (const { type } of moment.heard) {
          if (type === 'player.joined') expect(online).toBe(false);
          if (type === 'player.left') expect(online).toBe(true);
          if (type === 'player.joined' || type === 'player.left') online = !online;
        }
        expect(moment.online).toBe(online);
      }
    }));

  it('answers every command once, and only the one under way is still open', () =>
    always((moments) => {
      const open = new Set<string>();
      let requests = 0;
      for (const { op: one, heard, request } of moments) {
        if (one.do === 'ban' || one.do === 'lift') {
          requests += 1;
          open.add(`r${requests}`);
        }
        for (const { type, requestId } of heard) {
          if (type !== 'command.done' && type !== 'command.rejected') continue;
          expect(open.delete(requestId as string)).toBe(true);
        }
        expect([...open]).toEqual(request === null ? [] : [request]);
      }
    }));
});
