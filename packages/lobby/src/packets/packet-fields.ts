import type { WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { recordOf } from '../game/game-version.ts';

/** The fields of a packet that the lobby needs, by name. */
export type PacketFields = Readonly<Record<string, number | string>>;

/** A command of 1.20.5 and later may be so long, in UTF-16 units. */
const MAX_TEXT = 32_767;

type ReadField = (reader: WireReader) => number | string;

/** The types of fields by the names of the protocol's data. */
const TYPES = new Map<unknown, ReadField>([
  ['varint', (reader) => reader.varInt()],
  ['ContainerID', (reader) => reader.varInt()],
  ['u8', (reader) => reader.byte()],
  ['i8', (reader) => reader.bytes(1).readInt8()],
  ['i16', (reader) => reader.bytes(2).readInt16BE()],
  ['f64', (reader) => reader.bytes(8).readDoubleBE()],
  ['string', (reader) => reader.string(MAX_TEXT)],
]);

/**
 * Makes the reader of a packet from its type in the protocol's data, a list of named fields: it reads up to the last wanted
 * field and leaves what follows, such as items. It throws a WireError for a packet that ends before. Throws a TypeError
 * where a wanted field is missing or is behind one that is not of a plain type.
 */
export function fieldsReader(type: unknown, wanted: readonly string[]): (reader: WireReader) => PacketFields {
  const [, fields] = Object.values(recordOf(type));
  const layout = Object.values(recordOf(fields)).map((field) => recordOf(field));
  const last = Math.max(...wanted.map((name) => layout.findIndex((field) => field['name'] === name)), -1);
  const steps = layout.slice(0, last + 1).map((field) => {
    const read = TYPES.get(field['type']);
    const name = String(field['name']);
    if (read === undefined) throw new TypeError(`the field ${name} cannot be read`);
    return { name, read };
  });
  const missing = wanted.find((name) => !steps.some((step) => step.name === name));
  if (missing !== undefined) throw new TypeError(`the field ${missing} is missing`);
  return (reader) => Object.fromEntries(steps.map(({ name, read }) => [name, read(reader)]));
}
