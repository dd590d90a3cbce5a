import { describe, expect, it } from 'vitest';
import { createEventLog, RING_SIZE, type WritableEventLog } from '../../../src/actors/models/event-log.ts';
import { recordedLog } from '../../commands/recorded-log.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

function openLog() {
  const { logger, events: notes } = recordedLog();
  const clock = new TestClock();
  return { log: createEventLog(clock, logger), clock, notes };
}

function append(log: WritableEventLog, times: number): void {
  for (let count = 0; count < times; count += 1) {
    log.append({ type: 'player_history', data: { timestamp: 0, count } });
  }
}

describe('the event log', () => {
  it('counts ids without gaps from the start time in microseconds, and notes when', () => {
    const { log, clock } = openLog();
    const first = clock.now() * 1000;
    const seen: number[] = [];
    const times: number[] = [];
    log.subscribe(({ id, at }) => {
      seen.push(id);
      times.push(at);
    });
    append(log, 3);
    expect(times).toEqual([clock.now(), clock.now(), clock.now()]);
    expect(seen).toEqual([first + 1, first + 2, first + 3]);
    expect(log.lastId).toBe(first + 3);
    expect(Number.isSafeInteger(log.lastId)).toBe(true);
  });

  it('begins above every id of a process that started earlier', async () => {
    const { log, clock } = openLog();
    append(log, 500);
    await clock.advance(1);
    expect(createEventLog(clock, recordedLog().logger).lastId).toBeGreaterThan(log.lastId);
  });

  it('replays exactly what came after an id, as far back as the ring reaches', () => {
    const { log } = openLog();
    const start = log.lastId;
    append(log, RING_SIZE + 10);
    for (const missed of [0, 1, 2, 100, RING_SIZE]) {
      const ids = log.since(log.lastId - missed)?.map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: missed }, (_, index) => log.lastId - missed + 1 + index));
    }
    expect(log.since(log.lastId - RING_SIZE - 1)).toBeNull();
    expect(log.since(start)).toBeNull();
  });

  it('replays everything since the start while the ring holds it', () => {
    const { log } = openLog();
    const start = log.lastId;
    expect(log.since(start)).toEqual([]);
    append(log, RING_SIZE);
    expect(log.since(start)).toHaveLength(RING_SIZE);
  });

  it('has no answer for an id from the future or from before the start', () => {
    const { log } = openLog();
    append(log, 5);
    expect(log.since(log.lastId + 1)).toBeNull();
    expect(log.since(log.lastId - 6)).toBeNull();
    expect(log.since(0)).toBeNull();
    expect(log.since(-1)).toBeNull();
    for (const none of [Number.NaN, log.lastId - 0.5]) expect(log.since(none)).toBeNull();
  });

  it('calls all listeners although one throws, and logs it', () => {
    const { log, notes } = openLog();
    const heard: string[] = [];
    log.subscribe(() => void heard.push('first'));
    log.subscribe(() => {
      throw new Error('deaf');
    });
    log.subscribe(() => void heard.push('last'));
    append(log, 2);
    expect(heard).toEqual(['first', 'last', 'first', 'last']);
    expect(notes()).toEqual(['event-log.listener-failed', 'event-log.listener-failed']);
  });

  it('does not call a listener that stopped, also in the middle of an event', () => {
    const { log } = openLog();
    const heard: string[] = [];
    const stop = log.subscribe(() => {
      heard.push('once');
      stop();
    });
    log.subscribe(() => void heard.push('always'));
    append(log, 2);
    expect(heard).toEqual(['once', 'always', 'always']);
  });

  it('counts every type, those that never came as 0', () => {
    const { log } = openLog();
    append(log, 3);
    log.append({ type: 'server_update', data: { name: 'a', removed: true } });
    expect(log.counts()).toEqual({
      server_update: 1,
      player_join: 0,
      player_leave: 0,
      ban_update: 0,
      player_history: 3,
      proxy_update: 0,
      status_update: 0,
    });
  });
});
