import { serverAddressText } from '../platform/server-address.ts';

/** The URL of an HTTP server on this host and port. */
export function httpUrl(host: string, port: number): string {
  return `http://${serverAddressText({ host, port })}`;
}

/** The URL by which this machine reaches its own HTTP server; one that listens everywhere is reached by loopback. */
export function ownHttpUrl(host: string, port: number): string {
  if (host === '::') return httpUrl('::1', port);
  return httpUrl(host === '0.0.0.0' ? '127.0.0.1' : host, port);
}
