import { isServerAddress } from '../domain/server.ts';

/** Where a socket connects to. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Splits `host:port` or `[v6]:port`; undefined when it is neither. */
export function parseServerAddress(address: string): HostAndPort | undefined {
  if (!isServerAddress(address)) return undefined;
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  return { host, port: Number(address.slice(colon + 1)) };
}

/** Writes `host:port`, with brackets around IPv6. */
export function serverAddressText({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
