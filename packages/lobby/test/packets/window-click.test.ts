import * as fc from 'fast-check';
import minecraftData from 'minecraft-data';
import minecraft from 'minecraft-protocol';
import { describe, expect, it } from 'vitest';
import { WireError, WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { recordOf } from '../../src/game/game-version.ts';
import { expectedPhase } from '../../src/packets/expected-packets.ts';
import { ALL_VERSIONS } from '../versions.ts';

const FIELDS = ['windowId', 'slot', 'mouseButton', 'mode'];
const HASHED_ITEMS = 770;
const COMPONENTS = 766;
const ITEM_PRESENT = 402;

/** An item as the library writes it in this version, or none. */
function itemOf(protocol: number, isThere: boolean): unknown {
  const nbtData = {
    type: 'compound',
    name: '',
    value: { a: { type: 'list', value: { type: 'int', value: [1] } } },
  };
  if (protocol >= HASHED_ITEMS) {
    return isThere ? { itemId: 3, itemCount: 5, components: [], removeComponents: [] } : undefined;
  }
  if (protocol >= COMPONENTS) {
    return isThere
      ? {
          itemCount: 5,
          itemId: 3,
          addedComponentCount: 0,
          removedComponentCount: 0,
          components: [],
          removeComponents: [],
        }
      : { itemCount: 0 };
  }
  if (protocol >= ITEM_PRESENT) {
    return isThere ? { present: true, itemId: 3, itemCount: 5, nbtData } : { present: false };
  }
  return isThere
    ? { blockId: 3, itemId: 3, itemCount: 5, itemDamage: 1, nbtData }
    : { blockId: -1, itemId: -1 };
}

describe('a click on an item', () => {
  it.each(ALL_VERSIONS)('is read as the library reads it, in %s', (version) => {
    const protocol = Number(minecraftData(version).version.version);
    const options = { state: minecraft.states.PLAY, version, customPackets: {} };
    const serializer = minecraft.createSerializer({ ...options, isServer: false });
    const library = minecraft.createDeserializer({ ...options, isServer: true });
    const click = fc.record({
      windowId: fc.integer({ min: 0, max: 100 }),
      slot: fc.integer({ min: -999, max: 100 }),
      mouseButton: fc.integer({ min: -128, max: 127 }),
      mode: fc.integer({ min: 0, max: 6 }),
      stateId: fc.nat(),
      action: fc.integer({ min: -32_768, max: 32_767 }),
      isThere: fc.boolean(),
      changes: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(click, ({ isThere, changes, ...fields }) => {
        const item = itemOf(protocol, isThere);
        const changedSlots = Array.from({ length: changes }, (_none, location) => ({ location, item }));
        const params = { ...fields, item, cursorItem: item, changedSlots };
        const bytes: unknown = serializer.createPacketBuffer({ name: 'window_click', params });
        if (!Buffer.isBuffer(bytes)) throw new Error('not written');
        const parsed: unknown = library.parsePacketBuffer(bytes);
        const theirs = recordOf(recordOf(recordOf(parsed)['data'])['params']);

        const reader = new WireReader(bytes);
        const expected = expectedPhase(protocol, 'play').packets.get(reader.varInt());
        const ours = expected?.read?.(reader);
        expect(expected?.name).toBe('window_click');
        for (const name of FIELDS) expect(ours?.[name]).toBe(theirs[name]);
      }),
      { numRuns: 50 },
    );
  });

  it.each(ALL_VERSIONS)('of any bytes is read or refused, in %s', (version) => {
    const { packets } = expectedPhase(Number(minecraftData(version).version.version), 'play');
    const readers = [...packets.values()].flatMap(({ read }) => (read === null ? [] : [read]));
    expect(readers.length).toBeGreaterThanOrEqual(6);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...readers), (bytes, read) => {
        try {
          read(new WireReader(Buffer.from(bytes)));
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });
});
