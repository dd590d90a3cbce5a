import minecraftData from 'minecraft-data';
import type { WireReader } from '../../../../src/platform/edge/protocol/wire-reader.ts';
import { recordOf } from '../game/game-version.ts';
import { fieldsReader, type PacketFields } from './packet-fields.ts';

/** A packet that the lobby reads. */
export interface ExpectedPacket {
  readonly name: string;
  /** Reads what the lobby needs of it; null for one that the protocol library reads whole. */
  readonly read: ((reader: WireReader) => PacketFields) | null;
}

/** What the lobby expects of a client in one phase. */
export interface ExpectedPhase {
  /** The longest packet, in bytes, also when it is inflated. */
  readonly maxBytes: number;
  /** By the number that the packet has in the client's version. All others are not read. */
  readonly packets: ReadonlyMap<number, ExpectedPacket>;
}

/** These have neither items nor tags, and no list whose length costs more than the bytes that came. */
const BY_LIBRARY = null;

interface Phase {
  readonly maxBytes: number;
  /** The names of the packets, each with the fields that the lobby needs. */
  readonly packets: Readonly<Record<string, readonly string[] | typeof BY_LIBRARY>>;
}

const KIB = 1_024;
const NO_PHASE: Phase = { maxBytes: 0, packets: {} };
const PHASES = new Map<string, Phase>([
  // The address of a handshake may hold a forwarded player (docs/game-protocols.md "Player forwarding").
  ['handshaking', { maxBytes: 8 * KIB, packets: { set_protocol: BY_LIBRARY } }],
  ['status', { maxBytes: 64, packets: { ping_start: BY_LIBRARY, ping: BY_LIBRARY } }],
  [
    'login',
    {
      // Velocity's answer has the properties of the player.
      maxBytes: 64 * KIB,
      packets: {
        login_start: BY_LIBRARY,
        encryption_begin: BY_LIBRARY,
        login_plugin_response: BY_LIBRARY,
        login_acknowledged: [],
      },
    },
  ],
  // The longest packets of clients here are plugin messages, of 32 KiB; none of them is read.
  ['configuration', { maxBytes: 64 * KIB, packets: { finish_configuration: [] } }],
  [
    'play',
    {
      maxBytes: 64 * KIB,
      packets: {
        chat: ['message'],
        chat_command: ['command'],
        chat_command_signed: ['command'],
        close_window: ['windowId'],
        keep_alive: [],
        position: ['x', 'y', 'z'],
        position_look: ['x', 'y', 'z'],
        window_click: ['windowId', 'slot', 'mouseButton', 'mode'],
      },
    },
  ],
]);

const known = new Map<string, ExpectedPhase>();

/**
 * What the lobby expects of clients of this version (a protocol number, or a name of the game) in this phase of the
 * protocol library. Throws a TypeError for a version whose packets are not as they were before.
 */
export function expectedPhase(version: string | number, phase: string): ExpectedPhase {
  const key = `${version} ${phase}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const expected = findPhase(version, phase);
  known.set(key, expected);
  return expected;
}

function findPhase(version: string | number, phase: string): ExpectedPhase {
  const { maxBytes, packets } = PHASES.get(phase) ?? NO_PHASE;
  const protocol = recordOf(minecraftData(version)?.protocol);
  const types = recordOf(recordOf(recordOf(protocol[phase])['toServer'])['types']);
  const found = Object.entries(numbersOf(types)).flatMap(([id, name]): [number, ExpectedPacket][] => {
    const wanted = Object.hasOwn(packets, String(name)) ? packets[String(name)] : undefined;
    if (wanted === undefined) return [];
    const read = wanted === BY_LIBRARY ? null : fieldsReader(types[`packet_${String(name)}`], wanted);
    return [[Number(id), { name: String(name), read }]];
  });
  return { maxBytes, packets: new Map(found) };
}

/** The data has them in the type of the field that begins every packet. */
function numbersOf(types: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [, fields] = Object.values(recordOf(types['packet']));
  const [name] = Object.values(recordOf(fields));
  const [, mapper] = Object.values(recordOf(recordOf(name)['type']));
  return recordOf(recordOf(mapper)['mappings']);
}
