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

function withoutRepeats(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const key = foldName(name);
    if (!seen.has(key)) seen.set(key, name);
  }
  return [...seen.values()];
}
