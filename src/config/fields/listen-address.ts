import { isIP } from 'node:net';

/** Where a socket listens; port 0 lets the system choose. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const HOST_PORT = /^(?:\[([^[\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/;
const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(?:\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/;

/** Parses `host:port`, with an IPv6 host in brackets; null for anything else. */
export function parseListenAddress(text: string): ListenAddress | null {
  const [, bracketed, plain, portText] = HOST_PORT.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(portText);
  if (host === undefined || port > 65_535) return null;
  const valid = bracketed === undefined ? isIP(host) === 4 || HOST_NAME.test(host) : isIP(host) === 6;
  return valid ? { host, port } : null;
}
