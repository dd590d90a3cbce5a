import type { InspectionFrame } from '../../domain/inspection/inspection.ts';

/** Frames as server-sent events named by their kind. JSON escapes every line break. */
export function inspectText(frames: readonly InspectionFrame[]): string {
  return frames.map(({ kind, ...data }) => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}
