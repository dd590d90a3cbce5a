import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import {
  listPlaceholders,
  NOT_LOADED,
  type PlaceholderSource,
  renderPlaceholders,
} from '../../src/backend/placeholders/placeholders.ts';
import { scanPlaceholders } from '../../src/backend/placeholders/scan.ts';
import type { PlayerFacts } from '../../src/channel/protocol/coordinator-messages.ts';
import type { Uuid } from '../../src/domain/uuid.ts';

const ALICE = '11111111-1111-4111-8111-111111111111' as Uuid;
const FACTS: PlayerFacts = {
  uuid: ALICE,
  totalTime: 3_700,
  totalTimeText: '1h 1m',
  joined: '2026-01-31 18:30:00',
  banned: false,
  server: 'Lobby_1',
  party: { size: 3, leader: 'Bob' },
  friendsOnline: 2,
};
const LOBBY: MenuServer = {
  name: 'Lobby_1',
  type: 'HUB',
  state: 'IDLE',
  players: 7,
  maxPlayers: 50,
  gameName: '&cRed §kName',
  canRejoin: false,
};
const ARENA: MenuServer = { ...LOBBY, name: 'arena', type: 'GAME', state: 'OFFLINE', gameName: '' };

function sourceOf(changes: Partial<PlaceholderSource> = {}): PlaceholderSource {
  const servers = [LOBBY, ARENA];
  return {
    facts: { onlinePlayers: 12, maxPlayers: 200, maintenance: false, motd: '#FF5555Hello &lyou' },
    server: (name) => servers.find((server) => server.name === name),
    servers: () => servers,
    factsOf: () => FACTS,
    ...changes,
  };
}

/** PlaceholderAPI's scanner written again, a character at a time (docs/game-protocols.md "Placeholders, menus and text"). */
function plainScan(
  text: string,
  replace: (identifier: string, params: string) => string | undefined,
): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '%') {
      out += text[at];
      at += 1;
      continue;
    }
    let identifier = '';
    let params: string | null = null;
    let end = at + 1;
    let outcome = 'open';
    for (; end < text.length; end += 1) {
      const char = text[end] ?? '';
      if (char === ' ' && params === null) outcome = 'space';
      else if (char === '%') outcome = 'closed';
      if (outcome !== 'open') break;
      if (char === '_' && params === null) params = '';
      else if (params === null) identifier += char;
      else params += char;
    }
    const written = text.slice(at, outcome === 'open' ? end : end + 1);
    const value =
      outcome === 'closed' && params !== null ? replace(identifier.toLowerCase(), params) : undefined;
    out += value ?? written;
    at += written.length;
  }
  return out;
}

describe('placeholders in a text', () => {
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[%_ ab{}P]{0,40}$/));

  it('are found as PlaceholderAPI finds them, and the pieces joined are the text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const pieces = scanPlaceholders(given);
        expect(pieces.map(({ written }) => written).join('')).toBe(given);
        const marked = (identifier: string, params: string): string => `<${identifier}|${params}>`;
        const ours = pieces
          .map((piece) => (piece.kind === 'text' ? piece.written : marked(piece.identifier, piece.params)))
          .join('');
        expect(ours).toBe(plainScan(given, marked));
      }),
    );
  });

  it('of others stay as they are written', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(renderPlaceholders(sourceOf(), ALICE, given)).toBe(given);
      }),
    );
  });
});

describe('our placeholders', () => {
  it.each([
    ['%portcullis_online%/%portcullis_max%', '12/200'],
    ['%PortCullis_ONLINE%', '12'],
    ['%portcullis_maintenance%', 'false'],
    ['%portcullis_motd%', '§cHello §c§lyou'],
    ['%portcullis_hubs_online% %portcullis_games_online%', '1 0'],
    ['%portcullis_server_Lobby_1_players%', '7'],
    ['%portcullis_server_Lobby_1_max%', '50'],
    ['%portcullis_server_Lobby_1_state%', 'IDLE'],
    ['%portcullis_server_arena_online%', 'false'],
    ['%portcullis_player_totaltime%', '3700'],
    ['%portcullis_player_totaltimetext%', '1h 1m'],
    ['%portcullis_player_joined%', '2026-01-31 18:30:00'],
    ['%portcullis_player_banned%', 'false'],
    ['%portcullis_player_server%', 'Lobby_1'],
    ['%portcullis_party_size% of %portcullis_party_leader%', '3 of Bob'],
    ['%portcullis_friends_online%', '2'],
    ['100% of %portcullis_online%', '100% of 12'],
    ['%portcullis%', '%portcullis%'],
    ['%portcullis_%', '%portcullis_%'],
    ['%portcullis_nothing%', '%portcullis_nothing%'],
    ['%portcullis_server_nowhere_players%', '%portcullis_server_nowhere_players%'],
    ['%portcullis_server__players%', '%portcullis_server__players%'],
    ['%portcullis_constructor%', '%portcullis_constructor%'],
    ['%portcullis_server_Lobby_1_constructor%', '%portcullis_server_Lobby_1_constructor%'],
    ['%foo_bar%%portcullis_online%', '%foo_bar%12'],
    ['%foo%portcullis_online%', '%foo%portcullis_online%'],
  ])('%s is %s', (given, rendered) => {
    expect(renderPlaceholders(sourceOf(), ALICE, given)).toBe(rendered);
  });

  it('show names and texts of others without colours', () => {
    const rendered = renderPlaceholders(sourceOf(), null, '%portcullis_server_Lobby_1_game%');
    // The game reads a section sign as a code anywhere in a text.
    expect(rendered).toBe('&cRed kName');
  });

  it('show … until their value has arrived, and nothing without a player', () => {
    const waiting = sourceOf({ facts: null, factsOf: () => undefined });
    for (const { placeholder } of listPlaceholders(waiting, ALICE)) {
      const asked = placeholder.replace('<name>', 'Lobby_1');
      expect(renderPlaceholders(waiting, ALICE, asked)).toBe(NOT_LOADED);
    }
    expect(renderPlaceholders(sourceOf(), null, '[%portcullis_player_server%]')).toBe('[]');
    expect(
      renderPlaceholders(sourceOf({ factsOf: () => null }), ALICE, '%portcullis_player_totaltime%'),
    ).toBe('0');
  });

  it('are all listed, with the values that need no name of a server', () => {
    const listed = listPlaceholders(sourceOf(), ALICE);
    expect(listed).toHaveLength(19);
    expect(listed).toContainEqual({
      placeholder: '%portcullis_online%',
      description: 'players on the network',
      value: '12',
    });
    expect(listed.filter(({ value }) => value === null)).toHaveLength(5);
  });
});
