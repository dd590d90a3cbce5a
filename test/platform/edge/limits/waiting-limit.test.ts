import { expect, it } from 'vitest';
import { waitingLimit } from '../../../../src/platform/edge/limits/waiting-limit.ts';
import { KeptLog } from '../../../channel/channel-fixture.ts';

it('where the process may open few files fewer clients wait than configured, and the log says so', () => {
  const log = new KeptLog();
  expect(waitingLimit(2_048, log, 250)).toBe(250);
  expect(log.lines).toMatchObject([{ event: 'edge.waiting-lowered', configured: 2_048, limit: 250 }]);
});

it('elsewhere as many wait as configured, and the log says nothing', () => {
  const log = new KeptLog();
  expect([waitingLimit(2_048, log, 65_536), waitingLimit(2_048, log, 2_048)]).toEqual([2_048, 2_048]);
  expect(log.lines).toEqual([]);
});

it('sixteen wait, however few files there are', () => {
  expect(waitingLimit(2_048, new KeptLog(), 3)).toBe(16);
});
