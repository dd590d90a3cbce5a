import type { ProxySettings } from '../proxy-status.ts';
import { parseText, plainText } from './text.ts';
import { componentOf, sectionText, type TextComponent, withoutSections } from './text-component.ts';

/** The current message of the day. */
export function motdInForce(
  settings: Pick<ProxySettings, 'maintenance' | 'motd' | 'maintenanceMotd'>,
): string {
  return settings.maintenance ? settings.maintenanceMotd : settings.motd;
}

/** A message of the day for the server list of clients of this protocol. */
export function motdComponent(motd: string, protocol: number): TextComponent {
  return componentOf(parseText(motd), protocol);
}

/** The first line of a message of the day, for clients of 1.4 to 1.6, which show `§` codes. */
export function motdSections(motd: string): string {
  return sectionText(parseText(firstLine(motd)));
}

/** The first line for older clients, for which `§` separates the fields of the answer. */
export function motdPlain(motd: string): string {
  return withoutSections(plainText(parseText(firstLine(motd))));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
