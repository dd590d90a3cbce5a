import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { FairTurns } from '../../../src/backend/local/fair-turns.ts';
import { answerPlaceholders } from '../../../src/backend/local/placeholder-routes.ts';
import { turn } from '../../fixtures/test-clock.ts';

const TURN_MS = 5;

it('answers are made and sent in the turn of their connection, however many are ready at once', async () => {
  let at = 0;
  let sent = 0;
  const turns = new FairTurns({ elapsed: () => at });
  const ask = (): Promise<void> => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/placeholders' });
    const response = new ServerResponse(request);
    // To send takes as long as a whole turn may.
    vi.spyOn(response, 'end').mockImplementation(() => {
      at += TURN_MS;
      sent += 1;
      return response;
    });
    return answerPlaceholders(request, response, { list: () => [], render: () => [] }, turns);
  };
  const asked = Array.from({ length: 20 }, ask);
  const sentInTurns: number[] = [];
  while (sent < asked.length) {
    const before = sent;
    await turn();
    sentInTurns.push(sent - before);
  }
  await Promise.all(asked);
  expect(Math.max(...sentInTurns)).toBe(1);
});
