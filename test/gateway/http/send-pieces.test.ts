import type { HttpResponse } from 'uWebSockets.js';
import { expect, it } from 'vitest';
import { sendPieces, Turns } from '../../../src/gateway/http/send-pieces.ts';
import { ConnectionFaults } from '../../../src/runtime/faults/connection-faults.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { TestClock, turn } from '../../fixtures/test-clock.ts';

/** Turns that come when the test lets them. */
class HeldTurns extends Turns {
  readonly #asked: (() => void)[] = [];

  override next(): Promise<void> {
    return new Promise((resolve) => void this.#asked.push(resolve));
  }

  /** Lets one turn come, and resolves when all that follows from it is done. */
  async pass(): Promise<void> {
    this.#asked.shift()?.();
    await turn();
  }
}

it('each piece of a whole list is written in a turn of its own, so that nothing pauses for the list', async () => {
  const written: string[] = [];
  const res = {
    onAborted: () => {},
    onWritable: () => {},
    cork: (run: () => void) => run(),
    write: (bytes: Uint8Array) => written.push(Buffer.from(bytes).toString()) > 0,
    end: () => void written.push('end'),
  };
  const turns = new HeldTurns();
  const faults = new ConnectionFaults('gateway', { clock: new TestClock(), logger: new KeptLog() });
  const sent = sendPieces(res as unknown as HttpResponse, ['0', '1', '2', '3'], false, turns, faults);
  const afterTurn: number[] = [];
  for (let passed = 0; passed < 5; passed += 1) {
    await turn();
    afterTurn.push(written.length);
    await turns.pass();
  }
  expect(afterTurn).toEqual([0, 1, 2, 3, 4]);
  await sent;
  expect(written).toEqual(['[0', ',1', ',2', ',3', ']', 'end']);
});
