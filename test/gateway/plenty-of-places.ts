import { ReadingPace } from '../../src/gateway/crowd/reading-pace.ts';
import { systemClock } from '../../src/runtime/clock.ts';

const connections = { isCrowded: false, mayKeep: () => true, mayTakeLong: () => true };

/** What answers ask while there are places enough. */
export const PLENTY_OF_PLACES = { connections, pace: new ReadingPace(systemClock, connections) };
