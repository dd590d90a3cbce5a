import { foldName } from './player-name.ts';

/** The settings of the proxy that admins change. They are stored. */
export interface ProxySettings {
  readonly maintenance: boolean;
  readonly motd: string;
  readonly maintenanceMotd: string;
  readonly preventJoin: boolean;
  readonly maxPlayers: number;
  /** Player names as written, compared without regard to case, without duplicates. */
  readonly maintenanceBypass: readonly string[];
}

/** The longest bypass list: so many names, and so many bytes as JSON, so that the status fits one frame of the channel. */
export const MAX_BYPASS_NAMES = 5_000;
export const MAX_BYPASS_BYTES = 250 * 1024;
/** The bypass list and both messages of the day together, as JSON; the rest of a frame is for the rest of the status. */
export const MAX_SETTINGS_BYTES = 255 * 1024;

/** Since when the network is closed, in epoch milliseconds; null where it is not, or nobody knows since when. */
export interface ClosureTimes {
  readonly maintenanceSince: number | null;
  readonly joinPreventedSince: number | null;
}

export type ProxyPatch = { readonly [K in keyof ProxySettings]?: ProxySettings[K] };

export const DEFAULT_PROXY_SETTINGS: ProxySettings = {
  maintenance: false,
  motd: 'A Minecraft network',
  maintenanceMotd: '#FFAA00Under maintenance',
  preventJoin: false,
  maxPlayers: 1000,
  maintenanceBypass: [],
};

/** Changes only the keys of the patch, and removes names from the bypass list that differ only by case. */
export function applyProxyPatch(settings: ProxySettings, patch: ProxyPatch): ProxySettings {
  const next = { ...settings, ...patch };
  return patch.maintenanceBypass === undefined
    ? next
    : { ...next, maintenanceBypass: withoutRepeats(patch.maintenanceBypass) };
}

/** Whether a patch leaves everything as it is: then there is nothing to store or to announce. */
export function changesNothing(settings: ProxySettings, patch: ProxyPatch): boolean {
  const next = applyProxyPatch(settings, patch);
  const [before, after] = [settings.maintenanceBypass, next.maintenanceBypass];
  return (
    next.maintenance === settings.maintenance &&
    next.motd === settings.motd &&
    next.maintenanceMotd === settings.maintenanceMotd &&
    next.preventJoin === settings.preventJoin &&
    next.maxPlayers === settings.maxPlayers &&
    after.length === before.length &&
    after.every((name, at) => name === before[at])
  );
}

/**
 * Why these names may not become the bypass list; undefined when they may. One that was stored before there was a bound may
 * stay and become shorter.
 */
export function bypassProblem(before: readonly string[], after: readonly string[]): string | undefined {
  if (after.length > MAX_BYPASS_NAMES && after.length > before.length)
    return `The bypass list has at most ${MAX_BYPASS_NAMES} names`;
  const bytes = jsonBytes(after);
  if (bytes > MAX_BYPASS_BYTES && bytes > jsonBytes(before))
    return `The bypass list has at most ${MAX_BYPASS_BYTES} bytes as JSON; these names have ${bytes}`;
  return undefined;
}

/**
 * Why these may not become the settings; undefined when they may. What is too long since before there was a bound may become
 * shorter.
 */
export function settingsProblem(before: ProxySettings, after: ProxySettings): string | undefined {
  const problem = bypassProblem(before.maintenanceBypass, after.maintenanceBypass);
  if (problem !== undefined) return problem;
  const bytes = messageBytes(after) + jsonBytes(after.maintenanceBypass);
  return bytes > MAX_SETTINGS_BYTES && bytes > messageBytes(before) + jsonBytes(before.maintenanceBypass)
    ? `The bypass list and the messages of the day have at most ${MAX_SETTINGS_BYTES} bytes as JSON together; these have ${bytes}`
    : undefined;
}

/** How many bytes both messages of the day have as JSON. */
export function messageBytes({
  motd,
  maintenanceMotd,
}: Pick<ProxySettings, 'motd' | 'maintenanceMotd'>): number {
  return jsonBytes(motd) + jsonBytes(maintenanceMotd);
}

function jsonBytes(value: string | readonly string[]): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function withoutRepeats(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const key = foldName(name);
    if (!seen.has(key)) seen.set(key, name);
  }
  return [...seen.values()];
}
