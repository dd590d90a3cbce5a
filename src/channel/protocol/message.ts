import * as f from '../../domain/fields/field.ts';
import { isPeerIp } from '../../runtime/ip-address.ts';

/** The two kinds of agents. */
export type Role = 'proxy' | 'backend';

/** Which agents may send or get a message. */
export const BOTH: readonly Role[] = ['proxy', 'backend'];
export const PROXY: readonly Role[] = ['proxy'];
export const BACKEND: readonly Role[] = ['backend'];

/** The longest frame either side accepts, in bytes (docs/channel.md "Frames"). */
export const MAX_FRAME_BYTES = 256 * 1024;

/** Whether a frame is short enough to be sent. Bytes are counted only where the characters do not settle it. */
export function fitsFrame(frame: string): boolean {
  return 3 * frame.length <= MAX_FRAME_BYTES || Buffer.byteLength(frame) <= MAX_FRAME_BYTES;
}

/** The `type` of a frame that this side has written, for the log. */
export function typeOfFrame(frame: string): string {
  return /^\{"type":"([a-z.]+)"/.exec(frame)?.[1] ?? 'unknown';
}

/** The sub-protocol that both sides name when the WebSocket opens. */
export const SUB_PROTOCOL = 'net.channel.v1';

/** How often the coordinator pings an agent, in milliseconds (docs/channel.md "Frames"). */
export const HEARTBEAT_MS = 5_000;

/** How long a request waits for its answer, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** A player's address. A zone (`fe80::1%eth0`) is accepted, and dropped. */
export const ip = f.refined(
  f.string({ max: 80 }),
  'an IPv4 or IPv6 address, or empty where the agent cannot know it',
  (value) => value === '' || isPeerIp(value),
  { pattern: /^(?:[0-9A-Fa-f:.]{2,45}(?:%.+)?)?$/.source },
);

/** A text for players. */
export const markedText = f.described(f.string(), {
  description:
    'Text with colours: `#RRGGBB`, and codes after `&` and `§`; a backslash before such a mark makes it plain text.',
});

/** The number of a request; its answer carries it as `re`. */
export const requestId = f.described(f.integer(1), {
  description: 'The number of a request: its answer carries it as `re`.',
});

/**
 * A list that is too long for one frame is sent in parts, one after the other: 1, 2, … and `last` on the final one.
 * A frame without these two keys is a whole list.
 */
export const listPart = {
  part: f.optional(f.described(f.integer(1), { description: 'Counts from 1; absent for a whole list.' })),
  last: f.optional(
    f.described(f.boolean(), { description: 'True on the final part; absent for a whole list.' }),
  ),
};

/** The request was carried out. */
export const okBody = f.object({ type: f.literal('ok'), re: requestId });

/** Refused or not understood; `re` is absent when the frame had no readable `id`. */
export const errorBody = f.object({
  type: f.literal('error'),
  re: f.optional(requestId),
  code: f.described(f.string({ pattern: /^[a-z_]{1,64}$/ }), { description: 'A code of docs/errors.md.' }),
  detail: f.string({ max: 1_024 }),
});

/** Names of features, those that this version does not know included. */
export const featureNames = f.array(f.text(32, 1), 64);
