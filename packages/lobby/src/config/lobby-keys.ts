import {
  addressField,
  givenSecretField,
  serverNameField,
} from '../../../../src/config/fields/backend-fields.ts';
import { BACKEND_KEYS } from '../../../../src/config/tables/backend-keys.ts';
import * as fields from '../../../../src/config/fields/config-fields.ts';
import { key, secretKey } from '../../../../src/config/tables/config-key.ts';
import type { KeyTable } from '../../../../src/config/tables/key-table.ts';
import { menuTextField } from '../../../../src/config/fields/menu-fields.ts';
import { MENU_KEYS } from '../../../../src/config/tables/menu-keys.ts';
import * as f from '../../../../src/domain/fields/field.ts';

/** Without the keys that choose a menu host: the lobby is one itself. */
const {
  'menus.host': _host,
  'menus.console.style': _style,
  'menus.console.lookEveryMs': _lookEveryMs,
  'menus.console.transfers': _transfers,
  ...CHEST_MENU_KEYS
} = MENU_KEYS;

const TEXT_HINT = 'May have colours and placeholders (%portcullis_…%); empty for no text.';

/** Every key of the lobby's `config.yml`; many are also keys of the backend role. */
export const LOBBY_KEYS = {
  'coordinator.url': BACKEND_KEYS['coordinator.url'],
  'coordinator.secret': secretKey(
    givenSecretField,
    '',
    'The channel.secret of the coordinator’s config.yml.',
  ),
  'server.name': key(
    serverNameField,
    '',
    'The name of this lobby in the network: the same as in the configuration of the proxy.',
  ),
  'server.type': key(
    BACKEND_KEYS['server.type'],
    'HUB',
    'HUB for a lobby to which players are moved when their server restarts, or another upper-case word.',
  ),
  'server.gameName': BACKEND_KEYS['server.gameName'],
  'server.address': key(
    addressField,
    '',
    'host:port at which proxies reach this lobby, for proxies that get their list of servers from the coordinator; may be empty.',
  ),
  'lobby.listen': key(
    fields.listenField,
    '127.0.0.1:25566',
    'Where the proxy (or, with forwarding.mode "none", players) connect.',
  ),
  'lobby.maxPlayers': key(f.integer(1, 5_000), 500, 'How many players can be on it.'),
  'lobby.motd': key(
    fields.messageField,
    '&7Lobby',
    'The MOTD in a server list. Players who ping the proxy do not see it.',
  ),
  'lobby.proxyProtocol': key(
    f.boolean(),
    false,
    'Whether every connection begins with a PROXY header (v1 or v2), as with edge.proxyProtocol. Connections without one are then closed.',
  ),
  'forwarding.mode': key(
    f.oneOf(['velocity', 'bungeecord', 'bungeeguard', 'none']),
    'velocity',
    'How the proxy forwards who a player is: "velocity" signed (player-info-forwarding-mode = "modern"; 1.13 and later), "bungeeguard" by a token, "bungeecord" unprotected (only behind a firewall: anyone who reaches the port can pretend to be any player), "none" without a proxy or behind the edge.',
  ),
  'forwarding.secret': secretKey(
    f.refined(
      f.string({ max: 256 }),
      'text of 0 or 8 to 256 characters',
      (text) => text === '' || text.length >= 8,
    ),
    '',
    'For "velocity": the content of its file forwarding.secret.',
  ),
  'forwarding.tokens': secretKey(
    f.refined(
      f.array(f.string({ min: 8, max: 256 }), 16),
      'a list of at most 16 tokens of 8 to 256 characters',
      () => true,
    ),
    [],
    'For "bungeeguard": the tokens that are allowed.',
  ),
  'forwarding.accounts': key(
    f.boolean(),
    false,
    'For "none": whether accounts are checked with Mojang. If not, players can join under any name.',
  ),
  'waiting.maintenance': key(
    menuTextField,
    '&eThe network is under maintenance. You can join when it is over.',
    `What players read above their hotbar during maintenance. ${TEXT_HINT}`,
  ),
  'waiting.noHub': key(
    menuTextField,
    '&eThe hubs are restarting. Please wait a moment.',
    `The same while no other hub is online. ${TEXT_HINT}`,
  ),
  'waiting.open': key(
    menuTextField,
    '&7%portcullis_online% players online. Type &f/hubs &7or &f/games&7.',
    `The same at all other times. ${TEXT_HINT}`,
  ),
  'waiting.moveTo': key(
    fields.serverNamesField,
    [],
    'Servers to which players are moved automatically when one of them is open and there is no maintenance: the first in this order with room. Empty: players choose for themselves.',
  ),
  ...CHEST_MENU_KEYS,
  'ban.allowed': BACKEND_KEYS['ban.allowed'],
  'ban.reasons': BACKEND_KEYS['ban.reasons'],
  'reboot.allowed': BACKEND_KEYS['reboot.allowed'],
  'reboot.schedule': BACKEND_KEYS['reboot.schedule'],
  'reboot.timezone': BACKEND_KEYS['reboot.timezone'],
  'messages.notAllowed': BACKEND_KEYS['messages.notAllowed'],
  'messages.unavailable': BACKEND_KEYS['messages.unavailable'],
  'messages.expired': BACKEND_KEYS['messages.expired'],
  'messages.notMoved': BACKEND_KEYS['messages.notMoved'],
  'messages.banned': BACKEND_KEYS['messages.banned'],
  'messages.restarting': BACKEND_KEYS['messages.restarting'],
  'messages.notRestarting': BACKEND_KEYS['messages.notRestarting'],
  'messages.tooOld': key(
    fields.messageField,
    '&cYour version of Minecraft cannot be sent to other servers. Join with 1.20.5 or newer.',
    'What players behind an edge read instead of a menu of servers, where their version is older than 1.20.5. May have colours.',
  ),
  'messages.closing': key(
    fields.messageField,
    'The lobby is closing.',
    'What players read when the lobby stops.',
  ),
  'log.level': BACKEND_KEYS['log.level'],
};

/** The settings of the lobby in force, by key. */
export type LobbySettings = f.ObjectOf<typeof LOBBY_KEYS>;

/** The keys with what a reader and writer of the file needs. */
export const LOBBY_TABLE: KeyTable<LobbySettings> = {
  keys: LOBBY_KEYS,
  whole: f.object(LOBBY_KEYS),
  prefix: 'PORTCULLIS_LOBBY_',
  intro: [
    '# The settings of the lobby server. Every key can also be set by the environment variable named above it, which',
    '# takes precedence over this file.',
  ],
};
