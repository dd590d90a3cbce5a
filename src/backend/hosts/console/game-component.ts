import type { TextRun } from '../../../domain/text/text.ts';
import { componentOf, HEX_PROTOCOL, type TextComponent } from '../../../domain/text/text-component.ts';

/** Runs as a text component of the game, without line ends, which end a console command, and without lone surrogates. */
export function gameComponent(runs: readonly TextRun[]): TextComponent {
  const clean = runs.map((run) => ({
    ...run,
    text: run.text.replace(/\p{Cs}/gu, '\uFFFD').replace(/\p{Cc}/gu, ' '),
  }));
  return componentOf(clean, HEX_PROTOCOL);
}

/** Several lines as one text component. */
export function gameLines(lines: readonly (readonly TextRun[])[]): TextComponent {
  const parts = lines.map((line, at) =>
    at === 0 ? gameComponent(line) : { text: '\n', extra: [gameComponent(line)] },
  );
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { text: '', extra: parts };
}

/** The bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
