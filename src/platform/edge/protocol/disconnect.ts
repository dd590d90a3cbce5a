import { parseText, plainText, type TextRun } from '../../../domain/text/text.ts';
import { componentOf } from '../../../domain/text/text-component.ts';
import { writeFrame, writeString } from './frame.ts';

const LOGIN_DISCONNECT_ID = 0x00;
const HEADLINE = '#FF5555';
const LABEL = '#AAAAAA';
const VALUE = '#FFFFFF';

/**
 * Writes the packet that refuses a login, which is JSON text in every version (docs/game-protocols.md "Colours").
 * `message` is text with colours; one without any gets a red first line, and a grey label before the colon of the
 * others.
 */
export function writeLoginDisconnect(message: string, protocol: number): Buffer {
  const runs = parseText(message);
  const isPlain = runs.every((run) => run.color === null && run.formats.length === 0);
  const shown = isPlain ? colorLines(plainText(runs)) : runs;
  return writeFrame(LOGIN_DISCONNECT_ID, writeString(JSON.stringify(componentOf(shown, protocol))));
}

function colorLines(text: string): TextRun[] {
  const [headline = '', ...lines] = text.split('\n');
  const runs = [run(headline, HEADLINE)];
  for (const line of lines) {
    const [label = ''] = /^[^:]{1,32}:/.exec(line) ?? [];
    runs.push(run(`\n${label}`, LABEL), run(line.slice(label.length), VALUE));
  }
  return runs.filter((one) => one.text !== '');
}

function run(text: string, color: string): TextRun {
  return { text, color, formats: [] };
}
