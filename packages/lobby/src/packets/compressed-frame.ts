import { inflateSync } from 'node:zlib';
import { WireError, WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';

/**
 * The packet inside a frame of a connection with compression. `note` is told how long an inflated packet will be before it is
 * inflated. Throws a WireError for a packet that announces more than `maxBytes`, or another length than it has.
 */
export function openFrame(frame: Buffer, maxBytes: number, note: (bytes: number) => void): Buffer {
  const reader = new WireReader(frame);
  const length = reader.varInt();
  const content = reader.bytes(reader.left);
  if (length === 0) return content;
  if (length < 0 || length > maxBytes) throw new WireError(`A packet announces ${length} bytes`);
  note(length);
  const packet = inflate(content, length);
  if (packet.length !== length) throw new WireError('A packet is shorter than it announces');
  return packet;
}

/** At once: for these few bytes a thread would cost more than the work. */
function inflate(content: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(content, { maxOutputLength });
  } catch (error) {
    throw new WireError('A packet does not inflate to what it announces', { cause: error });
  }
}
