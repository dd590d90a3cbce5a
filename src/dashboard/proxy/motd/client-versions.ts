import { motdComponent, motdPlain, motdSections } from '../../../domain/text/motd.ts';
import { parseText, type TextFormat, type TextRun } from '../../../domain/text/text.ts';
import { PALETTE } from '../../../domain/text/text-color.ts';
import { HEX_PROTOCOL, type TextComponent } from '../../../domain/text/text-component.ts';

/** What clients of each version show: the message as the edge sends it to them. */
export const CLIENTS = [
  {
    value: 'new',
    label: '1.16 and newer',
    render: (motd: string) => runsOf(motdComponent(motd, HEX_PROTOCOL)),
  },
  {
    value: 'named',
    label: '1.7 to 1.15',
    render: (motd: string) => runsOf(motdComponent(motd, HEX_PROTOCOL - 1)),
  },
  { value: 'codes', label: '1.4 to 1.6', render: (motd: string) => parseText(motdSections(motd)) },
  { value: 'plain', label: 'Before 1.4', render: (motd: string) => plain(motdPlain(motd)) },
] as const satisfies readonly {
  value: string;
  label: string;
  render: (motd: string) => readonly TextRun[];
}[];

const FORMATS: readonly TextFormat[] = ['bold', 'italic', 'underlined', 'strikethrough', 'obfuscated'];

function runsOf(component: TextComponent): TextRun[] {
  const { text, color, extra = [] } = component;
  const own: TextRun = {
    text,
    color: PALETTE.find(({ name }) => name === color)?.hex ?? color ?? null,
    formats: FORMATS.filter((format) => component[format] === true),
  };
  return [...(text === '' ? [] : [own]), ...extra.flatMap(runsOf)];
}

function plain(text: string): TextRun[] {
  return text === '' ? [] : [{ text, color: null, formats: [] }];
}
