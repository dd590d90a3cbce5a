import type { ProxySettings } from '../proxy-status.ts';
import { parseText, plainText } from './text.ts';
import {
  componentOf,
  HEX_PROTOCOL,
  sectionText,
  type TextComponent,
  withoutSections,
} from './text-component.ts';

/**
 * The longest message of the day as it is written, in characters: two lines of the narrowest letters of the game, each with a
 * colour of its own in the longest form (`§x§R§R§G§G§B§B`).
 */
export const MAX_MOTD = 4096;
/**
 * The longest as clients get it, in UTF-16 units of JSON. The whole answer to a ping of the server list may have 32 767
 * (docs/game-protocols.md "Handshake, status and login"); the rest of it needs a few hundred.
 */
export const MAX_MOTD_JSON = 32_000;

/** Whether the answer to a ping of the server list has room for it: a letter of three can become a component of 36 units. */
export function fitsServerList(motd: string): boolean {
  return [HEX_PROTOCOL, HEX_PROTOCOL - 1].every(
    (protocol) => JSON.stringify(motdComponent(motd, protocol)).length <= MAX_MOTD_JSON,
  );
}

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
