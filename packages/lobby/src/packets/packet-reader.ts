import minecraft, { type ServerClient } from 'minecraft-protocol';
import { WireError, WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import type { Clock } from '../../../../src/runtime/clock.ts';
import type { ConnectionFaults } from '../../../../src/runtime/faults/connection-faults.ts';
import { TrafficBound, type TrafficLimits } from '../../../../src/runtime/limits/traffic-bound.ts';
import { recordOf } from '../game/game-version.ts';
import { openFrame } from './compressed-frame.ts';
import { expectedPhase } from './expected-packets.ts';
import { FrameSplitter } from './frame-splitter.ts';
import { legacyPing } from './legacy-ping.ts';
import { isReleased } from './released-protocols.ts';

/** What the packets of a client are read with. */
export interface PacketReaderDeps {
  readonly clock: Clock;
  readonly faults: ConnectionFaults;
  /** Called once when the client sends more than it may, with the reason for the log; nothing is read from then on. */
  readonly exceeded: (reason: string) => void;
}

/** A client sends up to 60 packets a second, and after a pause of the line all at once that it could not send. */
const LIMITS: TrafficLimits = {
  messages: { burst: 2_000, perSecond: 200 },
  bytes: { burst: 1_024 * 1_024, perSecond: 128 * 1_024 },
};

/** The library knows none of this number, and ends the connection. */
const NO_PROTOCOL = -1;

/** Reads what one client sends, in place of the protocol library, which parses every packet to its end. */
export class PacketReader {
  readonly #client: ServerClient;
  readonly #deps: PacketReaderDeps;
  readonly #bound: TrafficBound;
  readonly #splitter = new FrameSplitter(() => this.#phase.maxBytes);
  #isOver = false;

  constructor(client: ServerClient, deps: PacketReaderDeps) {
    this.#client = client;
    this.#deps = deps;
    this.#bound = new TrafficBound(LIMITS, deps.clock);
  }

  /** Takes what arrived, and emits its packets on the client. Throws a WireError for what cannot be read. */
  read(piece: Buffer): void {
    if (this.#isOver) return;
    this.#count(this.#bound.read(piece.length));
    // What cannot be read would close the connection before the words.
    if (this.#isOver) return;
    const ping = this.#isGreeting() ? legacyPing(piece) : undefined;
    if (ping !== undefined) {
      this.#isOver = true;
      this.#emit('legacy_server_list_ping', ping);
      return;
    }
    for (const frame of this.#splitter.frames(piece)) {
      this.#count(this.#bound.message());
      if (this.#isOver || this.#client.socket.destroyed) return;
      this.#hear(frame);
    }
  }

  get #phase() {
    return expectedPhase(this.#client.version, this.#client.state);
  }

  /** Whether nothing has come yet. */
  #isGreeting(): boolean {
    return this.#client.state === minecraft.states.HANDSHAKING && !this.#splitter.isInside;
  }

  #hear(frame: Buffer): void {
    const { maxBytes, packets } = this.#phase;
    // The library's types say that it is a text.
    const isCompressed = Number(this.#client.compressionThreshold) >= 0;
    const packet = isCompressed
      ? openFrame(frame, maxBytes, (bytes) => this.#count(this.#bound.read(bytes)))
      : frame;
    const reader = new WireReader(packet);
    const expected = packets.get(reader.varInt());
    if (expected === undefined) return;
    const fields = expected.read === null ? this.#parse(packet) : expected.read(reader);
    if (!this.#isOver) this.#emit(expected.name, fields);
  }

  #parse(packet: Buffer): unknown {
    try {
      const parsed: unknown = this.#client.deserializer.parsePacketBuffer(packet);
      const fields = recordOf(recordOf(recordOf(parsed)['data'])['params']);
      const isHandshake = Object.hasOwn(fields, 'protocolVersion');
      return isHandshake && !isReleased(fields['protocolVersion'])
        ? { ...fields, protocolVersion: NO_PROTOCOL }
        : fields;
    } catch (error) {
      throw new WireError('A packet cannot be read', { cause: error });
    }
  }

  #emit(name: string, fields: unknown): void {
    const { state, socket } = this.#client;
    try {
      this.#client.emit(name, fields, { name, state });
    } catch (error) {
      this.#isOver = true;
      this.#deps.faults.caught(error, () => socket.destroy());
    }
  }

  #count(excess: string | undefined): void {
    if (excess === undefined || this.#isOver) return;
    this.#isOver = true;
    this.#deps.exceeded(excess);
  }
}
