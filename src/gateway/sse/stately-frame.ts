import { isRecord } from '../../domain/fields/record.ts';
import type { InspectionFrame } from '../../domain/inspection/inspection.ts';

/** Receivers of @statelyai/inspect expect a version and accept any. */
const WIRE_VERSION = '0.7.2';

/**
 * Writes the frames of one actor in the format of Stately's inspector: one JSON object for each message, first
 * `@xstate.actor`. The format has no guards, actions and microsteps, so those are left out. Data is redacted as in our
 * own format.
 */
export function statelyWriter(actor: {
  readonly id: string;
  readonly definition: string;
}): (frames: readonly InspectionFrame[]) => string {
  let hasBegun = false;
  let count = 0;
  let lastEvent: unknown = { type: 'xstate.init' };
  const message = (at: number, fields: object): string => {
    count += 1;
    const common = {
      sessionId: actor.id,
      rootId: actor.id,
      createdAt: String(at),
      id: `${actor.id}.${count}`,
      _version: WIRE_VERSION,
    };
    return `data: ${JSON.stringify({ ...fields, ...common })}\n\n`;
  };
  const textOf = (frame: InspectionFrame): string => {
    if (frame.kind === 'event') {
      lastEvent = { type: frame.type, ...(isRecord(frame.data) ? frame.data : {}) };
      return message(frame.at, { type: '@xstate.event', event: lastEvent });
    }
    if (frame.kind !== 'snapshot') return '';
    const snapshot = { status: 'active', value: frame.value, context: frame.context };
    const text = message(frame.at, { type: '@xstate.snapshot', event: lastEvent, snapshot });
    if (hasBegun) return text;
    hasBegun = true;
    const { id: name, definition } = actor;
    return message(frame.at, { type: '@xstate.actor', name, definition, snapshot }) + text;
  };
  return (frames) => frames.map(textOf).join('');
}
