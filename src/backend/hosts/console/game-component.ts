import type { TextRun } from '../../../domain/text/text.ts';
import { componentOf, HEX_PROTOCOL, type TextComponent } from '../../../domain/text/text-component.ts';

/** Runs as the game's own text. A console breaks at line ends, and a lone surrogate is no UTF-8: both are taken out. */
export function gameComponent(runs: readonly TextRun[]): TextComponent {
  const clean = runs.map((run) => ({
    ...run,
    text: run.text.replace(/\p{Cs}/gu, '\uFFFD').replace(/\p{Cc}/gu, ' '),
  }));
  return componentOf(clean, HEX_PROTOCOL);
}

/** Several lines as one text. */
export function gameLines(lines: readonly (readonly TextRun[])[]): TextComponent {
  const parts = lines.map((line, at) =>
    at === 0 ? gameComponent(line) : { text: '\n', extra: [gameComponent(line)] },
  );
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { text: '', extra: parts };
}

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
