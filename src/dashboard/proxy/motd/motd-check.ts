import { fitsServerList, MAX_MOTD } from '../../../domain/text/motd.ts';
import { parseText } from '../../../domain/text/text.ts';
import { layoutText, LINE_WIDTH } from './motd-layout.ts';
import { countText } from '../../ui/count-text.ts';

/** What the editor says of a message. */
export interface MotdCheck {
  /** Each line that was written, as players see it. */
  readonly lines: readonly { readonly letters: number; readonly width: number; readonly isWide: boolean }[];
  /** Whether the exact width of every character is known. */
  readonly isExact: boolean;
  /** Why it cannot be saved. */
  readonly problem: string | undefined;
  /** What players do not see as it was written, although it can be saved. */
  readonly warnings: readonly string[];
}

/** Checks a message as it is written: what is seen of it counts, and not its codes, as long as it can be stored and sent. */
export function checkMotd(motd: string): MotdCheck {
  const { widths, letters, isExact, isCut } = layoutText(parseText(motd));
  const lines = widths.map((width, at) => ({
    letters: letters[at] ?? 0,
    width,
    isWide: width > LINE_WIDTH,
  }));
  return {
    lines,
    isExact,
    problem: problemOf(motd, lines.length),
    warnings: lines.flatMap(({ width, isWide }, at) =>
      isWide
        ? [
            `Line ${at + 1} is ${isExact ? '' : 'about '}${width - LINE_WIDTH} px too wide for the server list: ${
              isCut ? 'the end of the message is not shown' : 'its end is in the second line'
            }.`,
          ]
        : [],
    ),
  };
}

function problemOf(motd: string, lines: number): string | undefined {
  if (lines > 2) return 'The server list shows only two lines.';
  const written = Array.from(motd).length;
  if (written > MAX_MOTD)
    return `With its codes the message has ${countText(written)} characters; ${countText(MAX_MOTD)} can be stored.`;
  if (!fitsServerList(motd)) return 'The game does not read so many codes: use fewer formats or colours.';
  return undefined;
}
