import * as f from '../../../domain/fields/field.ts';
import { serverName, uuid } from '../../../domain/fields/network-fields.ts';
import { markedText, PROXY, requestId } from '../message.ts';
import { relayBody } from './proxy-reports.ts';

/** How a message is shown. */
export const MESSAGE_STYLES = ['chat', 'action-bar', 'title'] as const;
export type MessageStyle = (typeof MESSAGE_STYLES)[number];

/** The texts of the frame `texts`; what a proxy fills into each is in docs/channel.md "Texts". */
const proxyTexts = {
  banned: markedText,
  bannedForever: markedText,
  maintenance: markedText,
  joinPrevented: markedText,
  networkFull: markedText,
  noServer: markedText,
  serverDraining: markedText,
  serverFull: markedText,
  serverLost: markedText,
  unreachable: markedText,
  maintenanceVersion: f.described(markedText, {
    description: 'Shown in place of the version in the server list during maintenance; empty for none.',
  }),
};

/** What only the agents of proxies are sent, each for a feature of its own. */
export const PROXY_ORDERS = {
  texts: {
    roles: PROXY,
    summary:
      'What the proxy says to players where it decides itself, after `welcome` and before `bans`. For proxies with the feature `texts`.',
    field: f.object({ type: f.literal('texts'), ...proxyTexts }),
  },
  relay: {
    roles: PROXY,
    summary:
      'A plugin message for this server, to be sent on the connection of any player there; dropped where nobody is. For proxies with the feature `relay`.',
    field: relayBody,
  },
  notice: {
    roles: PROXY,
    summary:
      'For staff in the game (`portcullis.notify`): somebody was banned, unbanned or kicked. For proxies with the feature `notices`.',
    field: f.object({
      type: f.literal('notice'),
      kind: f.oneOf(['ban', 'unban', 'kick']),
      message: markedText,
    }),
  },
  'player.place': {
    roles: PROXY,
    summary: 'Answers `staff.find`.',
    field: f.object({
      type: f.literal('player.place'),
      re: requestId,
      uuid,
      name: f.string(),
      proxy: f.described(f.string(), { description: 'The proxy or edge by which they are online.' }),
      server: f.nullable(serverName),
    }),
  },
} as const;

/** The texts that proxies are sent, as marked texts. */
export type ProxyTexts = Omit<f.Infer<(typeof PROXY_ORDERS)['texts']['field']>, 'type'>;
