import { expect, it } from 'vitest';
import { type ClosedDoor, DoorLog } from '../../src/platform/door-log.ts';
import { LevelledLog } from '../fixtures/levelled-log.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

const MINUTE = 60_000;

function openDoor() {
  const clock = new SyncTestClock();
  const log = new LevelledLog();
  const door = new DoorLog({ name: 'arena', clock, logger: log });
  const close = (reason: string, more: Partial<ClosedDoor> = {}): void =>
    door.closed({ event: 'rcon.unusable', level: 'warn', reason, detail: 'look', ...more });
  const warned = () => log.at('warn').map(({ reason }) => reason);
  return { clock, door, close, warned };
}

it('a reason with another number each time is said once in five minutes', () => {
  const { clock, close, warned } = openDoor();
  for (let at = 0; at < 30; at += 1) {
    close(`a packet of ${at % 2 === 0 ? -at : at * 7_919} bytes`);
    clock.advance(10_000);
  }
  expect(warned()).toEqual(['a packet of 0 bytes']);
  close('a packet of -1 bytes');
  expect(warned()).toHaveLength(2);
});

it('reasons that take turns are each said once in five minutes, a minute apart', () => {
  const { clock, close, warned } = openDoor();
  const reasons = ['one', 'two', 'three'];
  for (let at = 0; at < 30; at += 1) {
    close(reasons[at % 3] ?? '');
    clock.advance(10_000);
  }
  expect(warned()).toEqual(['one', 'two', 'three']);
});

it('another reason is said a minute after the one before at the earliest', () => {
  const { clock, close, warned } = openDoor();
  close('one');
  clock.advance(MINUTE - 1);
  close('two');
  expect(warned()).toEqual(['one']);
  clock.advance(1);
  close('two');
  expect(warned()).toEqual(['one', 'two']);
  clock.advance(4 * MINUTE);
  close('one');
  clock.advance(MINUTE - 1);
  close('three');
  expect(warned()).toEqual(['one', 'two', 'one']);
});

it('another event for the same reason is another reason', () => {
  const { clock, close, warned } = openDoor();
  close('gone');
  clock.advance(MINUTE);
  close('gone', { event: 'rcon.unreachable' });
  expect(warned()).toHaveLength(2);
});

it('as many reasons as there may be are not all remembered', () => {
  const { clock, close, warned } = openDoor();
  for (let at = 0; at < 17; at += 1) {
    close('x'.repeat(at));
    clock.advance(MINUTE);
  }
  expect(warned()).toHaveLength(17);
  close('x'.repeat(16));
  expect(warned()).toHaveLength(17);
});
