import { describe, expect, it } from 'vitest';
import { AGENT_MESSAGES } from '../../src/channel/protocol/agent-messages.ts';
import { BACKEND_KEYS } from '../../src/config/tables/backend-keys.ts';
import { KEYS } from '../../src/config/tables/coordinator-keys.ts';
import * as fields from '../../src/domain/fields/network-fields.ts';
import { banRoutes } from '../../src/gateway/routes/bans.ts';
import { serverRoutes } from '../../src/gateway/routes/servers.ts';

const REPORT = { type: 'server', serverId: '', gameData: '', canRejoin: false, state: 'IDLE', players: [] };
const HELLO = { type: 'hello', role: 'backend', platform: 'server', version: '1', epoch: 1, protocol: 1 };
const UUID = 'b50ad385-829d-3141-a216-7e7d7539ba7f';

describe('a server, wherever it is described,', () => {
  interface Server {
    readonly name?: string;
    readonly type?: string;
    readonly maxPlayers?: number;
    readonly gameName?: string;
    readonly address?: string;
  }
  const isTakenByApi = ({ name = 'arena', type = 'GAME', ...rest }: Server) =>
    serverRoutes.some((it) => it.method === 'POST' && it.body?.is({ name, type, ...rest }));
  const isTakenByConfig = ({ name = 'arena', ...rest }: Server) =>
    KEYS.servers.is({ [name]: { rcon: { address: 'h:1', password: 'secret' }, ...rest } });
  const isTakenByChannel = ({ type: serverType = 'GAME', maxPlayers = 1, gameName = '', ...rest }: Server) =>
    AGENT_MESSAGES.server.field.is({ ...REPORT, serverType, maxPlayers, gameName, ...rest });

  it.each([
    [{}, true],
    [{ type: 'BED_WARS' }, true],
    [{ maxPlayers: 1_000_000 }, true],
    [{ address: '[::1]:1' }, true],
    [{ type: 'hub' }, false],
    [{ maxPlayers: 0 }, false],
    [{ gameName: 'x'.repeat(65) }, false],
    [{ address: 'nowhere' }, false],
  ])('with %j is taken or refused by the API, the channel and config.yml alike', (server, isTaken) => {
    expect(isTakenByApi(server)).toBe(isTaken);
    expect(isTakenByChannel(server)).toBe(isTaken);
    expect(isTakenByConfig(server)).toBe(isTaken);
  });

  it('has a name that the API, the channel and config.yml take or refuse alike', () => {
    for (const name of ['arena', 'x'.repeat(64), 'events', 'x'.repeat(65), '', 'a b']) {
      const isTaken = fields.serverName.is(name);
      expect(isTakenByApi({ name }), name).toBe(isTaken);
      expect(AGENT_MESSAGES.hello.field.is({ ...HELLO, name }), name).toBe(isTaken);
      expect(isTakenByConfig({ name }), name).toBe(isTaken);
      expect(BACKEND_KEYS['server.name'].is(name)).toBe(name === '' || isTaken);
    }
  });
});

it('a reason of a ban is taken or refused by the API and the channel alike', () => {
  const names = { uuid: UUID, name: 'Steve', time: '1h' };
  const by = { uuid: UUID, name: 'Alex' };
  for (const reason of ['', 'x'.repeat(255), 'x'.repeat(256), 'a\nb']) {
    const ofApi = banRoutes.some((route) => route.method === 'POST' && route.body?.is({ ...names, reason }));
    const frame = { ...names, type: 'player.ban', id: 1, by, reason };
    const ofChannel = AGENT_MESSAGES['player.ban'].field.is(frame);
    expect([ofApi, ofChannel]).toEqual([fields.reason.is(reason), fields.reason.is(reason)]);
  }
});
