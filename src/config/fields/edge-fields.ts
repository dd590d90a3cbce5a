import * as f from '../../domain/fields/field.ts';
import { serverAddress, serverName } from '../../domain/fields/network-fields.ts';
import { isServerAddress, isServerName, MAX_REACHED_SERVERS } from '../../domain/server.ts';
import { parseListenAddress } from './listen-address.ts';

const MAX_HOSTS = 1_000;
const MAX_UPSTREAMS = 64;

/** Where game clients connect, or "off". */
export const listenField = f.refined(
  f.string(),
  '"off" or host:port, as in 0.0.0.0:25565',
  (value) => value === 'off' || parseListenAddress(value) !== null,
);

/** The address of the account service, or "off". */
export const accountsField = f.refined(
  f.string({ max: 512 }),
  '"off" or a URL, as in https://api.example.net/profiles',
  (value) => value === 'off' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
);

/** A server or proxy that the edge connects players to. */
export interface UpstreamAddress {
  /** Its name in the network; null when the route gives none. */
  readonly name: string | null;
  readonly host: string;
  readonly port: number;
}

/** Parses `host:port` or `name@host:port`; null for anything else. */
export function parseUpstream(text: string): UpstreamAddress | null {
  const at = text.lastIndexOf('@');
  const name = at < 0 ? null : text.slice(0, at);
  const address = text.slice(at + 1);
  if ((name !== null && !isServerName(name)) || !isServerAddress(address)) return null;
  const colon = address.lastIndexOf(':');
  return {
    name,
    host: address.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: Number(address.slice(colon + 1)),
  };
}

const HOST = /^(?:\*|(?:\*\.)?[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*)$/;

const host = f.refined(f.string({ max: 253 }), 'a host name, *.host.name, or *', (value) => HOST.test(value));

const upstream = f.refined(
  f.string(),
  'host:port or name@host:port, as in lobby@10.0.0.5:25566',
  (value) => parseUpstream(value) !== null,
);

/** Where the edge reaches servers by their names, to move players there. */
export const edgeServersField = f.record(serverName, serverAddress, MAX_REACHED_SERVERS);

/** Targets by the host name that the player typed. */
export const routesField = f.record(host, f.array(upstream, MAX_UPSTREAMS), MAX_HOSTS);
