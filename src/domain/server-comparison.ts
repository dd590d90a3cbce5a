import type { OwnServer, ServerDifferences } from './resources.ts';

/** How many of each kind of difference are shown. */
export const MAX_SHOWN_DIFFERENCES = 1_000;

/** A server as one side knows it; null for an address that it does not know. */
type Known = OwnServer;

/** In what the servers of a proxy's own configuration differ from those of the coordinator. */
export function compareServers(own: readonly Known[], ours: readonly Known[]): ServerDifferences {
  const theirs = new Map(own.map((server) => [server.name, server]));
  const names = new Set(ours.map(({ name }) => name));
  return {
    onlyAtProxy: shown(own.flatMap(({ name }) => (names.has(name) ? [] : [name]))),
    // One without an address cannot be registered at a proxy: its agent has not said where it is.
    onlyHere: shown(
      ours.flatMap(({ name, address }) => (theirs.has(name) || address === null ? [] : [name])),
    ),
    otherAddress: shown(
      ours.flatMap(({ name, address }) => {
        const proxy = theirs.get(name)?.address ?? null;
        return address === null || proxy === null || isSamePlace(proxy, address)
          ? []
          : [{ name, proxy, coordinator: address }];
      }),
    ),
  };
}

/** Whether anything differs. */
export function hasDifferences({ onlyAtProxy, onlyHere, otherAddress }: ServerDifferences): boolean {
  return onlyAtProxy.length + onlyHere.length + otherAddress.length > 0;
}

function shown<T>(all: readonly T[]): T[] {
  return all.slice(0, MAX_SHOWN_DIFFERENCES);
}

/**
 * Whether two addresses may be one place. Nothing is looked up: a name and an IP address may be, and only the ports tell. Each
 * side may know itself as the machine on which it runs.
 */
function isSamePlace(one: string, other: string): boolean {
  const [host, port] = partsOf(one);
  const [otherHost, otherPort] = partsOf(other);
  return (
    port === otherPort &&
    (host === otherHost || isIp(host) !== isIp(otherHost) || isOwn(host) || isOwn(otherHost))
  );
}

function partsOf(address: string): [host: string, port: string] {
  const colon = address.lastIndexOf(':');
  return [address.slice(0, colon).toLowerCase(), address.slice(colon + 1)];
}

function isIp(host: string): boolean {
  return host.startsWith('[') || /^[0-9.]+$/.test(host);
}

function isOwn(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
