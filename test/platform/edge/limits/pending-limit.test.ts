import { expect, it } from 'vitest';
import { pendingLimit } from '../../../../src/platform/edge/limits/pending-limit.ts';
import { KeptLog } from '../../../channel/channel-fixture.ts';

it('where the process may open few files fewer clients wait or join than configured, and the log says so', () => {
  const log = new KeptLog();
  expect(pendingLimit('waiting', 2_048, log, 250)).toBe(250);
  expect(pendingLimit('joining', 2_048, log, 125)).toBe(125);
  expect(log.lines).toMatchObject([
    { event: 'edge.waiting-lowered', configured: 2_048, limit: 250 },
    { event: 'edge.joining-lowered', configured: 2_048, limit: 125 },
  ]);
});

it('elsewhere as many wait and join as configured, and the log says nothing', () => {
  const log = new KeptLog();
  expect([pendingLimit('waiting', 2_048, log, 65_536), pendingLimit('joining', 2_048, log, 2_048)]).toEqual([
    2_048, 2_048,
  ]);
  expect(log.lines).toEqual([]);
});

it('sixteen wait, however few files there are', () => {
  expect(pendingLimit('waiting', 2_048, new KeptLog(), 3)).toBe(16);
});
