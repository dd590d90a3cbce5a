import { isRecord } from '../../domain/fields/record.ts';
import type { InspectionFrame } from '../../domain/inspection/inspection.ts';

/** The version that receivers of @statelyai/inspect look for; they take any. */
const WIRE_VERSION = '0.7.2';

/**
 * Tells of one actor in the words of Stately's inspector: one JSON object a message, `@xstate.actor` first. That format
 * knows no guards, actions and microsteps, so those are left out. What is shown is as redacted as in our own.
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
    const told = message(frame.at, { type: '@xstate.snapshot', event: lastEvent, snapshot });
    if (hasBegun) return told;
    hasBegun = true;
    const { id: name, definition } = actor;
    return message(frame.at, { type: '@xstate.actor', name, definition, snapshot }) + told;
  };
  return (frames) => frames.map(textOf).join('');
}
