import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeHostFrame } from '../../src/channel/protocol/frame.ts';
import { HOST_MESSAGES } from '../../src/channel/protocol/host-messages.ts';
import { readScore, readUuids } from '../../src/backend/hosts/console/console-answers.ts';
import { clickCode, readClickCode } from '../../src/backend/hosts/console/click-code.ts';
import { MAX_SHOWING } from '../../src/backend/menus/open-menus.ts';
import { parseUuid } from '../../src/domain/uuid.ts';

const TYPES = Object.keys(HOST_MESSAGES);

it('any frame of a host is a message of the table or a problem with a reason, and never throws', () => {
  const almost = fc.record(
    {
      type: fc.constantFrom(...TYPES, '__proto__', 'constructor'),
      id: fc.anything(),
      uuid: fc.oneof(fc.uuid(), fc.anything()),
      name: fc.string(),
      showing: fc.oneof(fc.integer(), fc.anything()),
      slot: fc.integer({ min: -2, max: 60 }),
      texts: fc.array(fc.string(), { maxLength: 4 }),
    },
    { requiredKeys: ['type'] },
  );
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    almost.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = decodeHostFrame(given);
      if (read.type === 'problem') expect(read.detail.length).toBeGreaterThan(0);
      else expect(TYPES).toContain(read.type);
    }),
  );
});

it('any answer of a console is read without a throw', () => {
  fc.assert(
    fc.property(fc.string(), (answer) => {
      for (const uuid of readUuids(answer)) expect(parseUuid(uuid)).toBe(uuid);
      const score = readScore(answer);
      expect(score === undefined || Number.isSafeInteger(score)).toBe(true);
    }),
  );
});

it('uuids are read from the numbers that the game prints, however many follow each other', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid(), { maxLength: 5 }), (uuids) => {
      const printed = uuids.map((uuid) => {
        const words = uuid.replaceAll('-', '').match(/.{8}/g) ?? [];
        const numbers = words.map((word) => Number.parseInt(word, 16) | 0);
        return `[a] X [I; 1] has the following entity data: [I; ${numbers.join(', ')}]`;
      });
      expect(readUuids(printed.join(''))).toEqual(uuids);
    }),
  );
});

it('the code of a click holds its showing and its slot, and fits a score', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_SHOWING }), fc.nat(63), (showing, slot) => {
      const code = clickCode(showing, slot);
      expect(code).toBeLessThan(2 ** 31);
      expect(readClickCode(code)).toEqual({ showing, slot });
    }),
  );
});
