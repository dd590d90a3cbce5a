import * as f from '../../../domain/fields/field.ts';
import { serverAddress, serverName } from '../../../domain/fields/network-fields.ts';
import { listPart, PROXY } from '../message.ts';

/** A server in a proxy's own configuration. */
export const ownServer = f.object({
  name: serverName,
  address: f.described(f.nullable(serverAddress), {
    description: 'As the proxy has it, resolved or not; null for one that is no host and port.',
  }),
});

/** In which the text of a signed plugin message travels between a proxy and the coordinator, either way. */
export const relayBody = f.object({
  type: f.literal('relay'),
  server: serverName,
  data: f.described(f.string({ max: 32_000 }), {
    description: 'The whole plugin message as text, at most 32 000 bytes of UTF-8.',
  }),
});

/** What proxies say of themselves and for their servers. */
export const PROXY_REPORTS = {
  'proxy.servers': {
    roles: PROXY,
    summary:
      'The servers in the proxy’s own configuration, after every `welcome` and on every change; replaces what was known. Only to a coordinator that knows the feature `servers`.',
    field: f.object({
      type: f.literal('proxy.servers'),
      ...listPart,
      servers: f.array(ownServer, 5_000),
    }),
  },
  relay: {
    roles: PROXY,
    summary:
      'A plugin message that came from this server on the connection of a player, unread. Only to a coordinator that knows the feature `relay`.',
    field: relayBody,
  },
} as const;
