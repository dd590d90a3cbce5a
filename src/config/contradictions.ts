import type { ConfigIssue } from './config-error.ts';
import { parseUpstream } from './fields/edge-fields.ts';
import type { Layer } from './files/config-document.ts';
import type { Settings } from './tables/coordinator-keys.ts';

/**
 * What is wrong between keys whose values are right each by itself (docs/platforms.md "Proxies"). `layers`
 * say where the values were written.
 */
export function contradictionsIn(settings: Settings, layers: readonly Layer[]): ConfigIssue[] {
  return unmarkedProxies(settings).map(({ name, upstream }) => {
    const proxies = layers.find(({ values }) => values.has('proxies'))?.values.get('proxies');
    return {
      where: proxies?.whereIs?.([name]) ?? proxies?.where ?? 'config.yml',
      key: `proxies.${name}.behindEdge`,
      message: `must be true, because edge.routes leads players to ${upstream}: both would report them, and all would be thrown out after the login. Write behindEdge: true`,
    };
  });
}

/** The proxies that a route leads to and that would report the players whom the edge reports. */
function unmarkedProxies({ proxies, 'edge.routes': routes }: Settings): { name: string; upstream: string }[] {
  const unmarked = new Map<string, string>();
  for (const upstream of Object.values(routes).flat()) {
    const name = parseUpstream(upstream)?.name ?? '';
    if (Object.hasOwn(proxies, name) && proxies[name]?.behindEdge !== true) unmarked.set(name, upstream);
  }
  return Array.from(unmarked, ([name, upstream]) => ({ name, upstream }));
}
