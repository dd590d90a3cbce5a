import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseUuid } from '../../../src/domain/uuid.ts';
import { gameVersion } from '../src/game/game-version.ts';
import { LobbyPlayer } from '../src/game/lobby-player.ts';

const PROTOCOL = 766;
const UUID = parseUuid('069a79f4-44e9-4726-a5be-fca90e38aaf5');
const NOTHING = { command: () => {}, click: () => {}, closed: () => {} };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A client of whom only the packets that are sent to it are known. */
class FakeClient extends EventEmitter {
  readonly ended = false;
  readonly socket = { writableLength: 0 };
  readonly serializer = { writableLength: 0 };
  readonly packets: string[] = [];

  write(packet: string): void {
    this.packets.push(packet);
  }
}

it('items that clicks have moved are restored within half a second, and twice a second at most', () => {
  const client = new FakeClient();
  const version = gameVersion(PROTOCOL);
  if (version === undefined || UUID === undefined) throw new Error('not known');
  const player = new LobbyPlayer({ uuid: UUID, name: 'Mallory' }, client as never, version, NOTHING);
  player.show(1, { title: [], rows: 1, items: [] });
  const restored = (): number => client.packets.filter((packet) => packet === 'window_items').length - 1;
  const click = (): void => void client.emit('window_click', { windowId: 1, slot: 0, mode: 0 });
  click();
  vi.advanceTimersByTime(30);
  expect(restored()).toBe(1);
  for (let elapsed = 0; elapsed < 5_000; elapsed += 10) {
    click();
    vi.advanceTimersByTime(10);
  }
  expect(restored()).toBeGreaterThanOrEqual(10);
  expect(restored()).toBeLessThanOrEqual(11);
  const before = restored();
  click();
  vi.advanceTimersByTime(500);
  expect(restored()).toBe(before + 1);
});
