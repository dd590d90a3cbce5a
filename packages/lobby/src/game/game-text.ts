import type { TextRun } from '../../../../src/domain/text/text.ts';
import { componentOf, type TextComponent } from '../../../../src/domain/text/text-component.ts';
import { SINCE } from './game-version.ts';

/** A binary tag (NBT) of the game, in the form of minecraft-protocol. */
export interface Tag {
  readonly type: string;
  readonly name?: string;
  readonly value: unknown;
}

/** Text in the form of this protocol's packets: JSON, or NBT since 1.20.3. */
export function packetText(runs: readonly TextRun[], protocol: number): string | Tag {
  return packetComponent(componentOf(runs, protocol), protocol);
}

/** A component in the form of this protocol's packets. */
export function packetComponent(component: Component, protocol: number): string | Tag {
  return protocol >= SINCE.nbtText ? rootTag(component) : JSON.stringify(component);
}

/** A component that can also turn a default off, for names of items. */
export type Component = Omit<TextComponent, 'italic' | 'extra'> & {
  italic?: boolean;
  extra?: Component[];
};

/**
 * The name or a line of the lore of an item. By default the game shows both in italics, and lore in purple: here both are
 * plain and white.
 */
export function itemComponent(runs: readonly TextRun[], protocol: number): Component {
  return { text: '', italic: false, color: 'white', extra: [componentOf(runs, protocol)] };
}

function rootTag(component: Component): Tag {
  return { type: 'compound', name: '', value: fieldsOf(component) };
}

function fieldsOf(component: Component): Record<string, Tag> {
  const fields: Record<string, Tag> = {};
  for (const [key, value] of Object.entries(component)) {
    if (typeof value === 'string') fields[key] = { type: 'string', value };
    if (typeof value === 'boolean') fields[key] = { type: 'byte', value: value ? 1 : 0 };
  }
  if (component.extra !== undefined) {
    fields['extra'] = {
      type: 'list',
      value: { type: 'compound', value: component.extra.map((part) => fieldsOf(part)) },
    };
  }
  return fields;
}
