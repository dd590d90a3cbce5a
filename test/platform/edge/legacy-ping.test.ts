import { expect, it } from 'vitest';
import { writeLegacyStatus } from '../../../src/platform/edge/protocol/legacy-ping.ts';

it('the answer to a ping of an old client is at most as long as it reads, with no half of a code or character', () => {
  const textOf = (bytes: Buffer): string => Buffer.from(bytes.subarray(3)).swap16().toString('utf16le');
  for (let at = 0; at < 8; at += 1) {
    const motd = `${'x'.repeat(at)}${'&a😀&bi'.repeat(200)}`;
    for (const era of ['1.3', '1.4'] as const) {
      const text = textOf(writeLegacyStatus(era, { motd, online: 1000, max: 2000 }, 'Portcullis 1'));
      expect(text.length).toBeLessThanOrEqual(256);
      expect(text.length).toBeGreaterThan(250);
      expect(text).toMatch(/(i|😀|§.)[\0§]1000[\0§]2000$/u);
      expect(text).not.toMatch(/[\ud800-\udfff]/u);
    }
  }
});
