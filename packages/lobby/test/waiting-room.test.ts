import { expect, it, onTestFinished } from 'vitest';
import type { MenuServer } from '../../../src/channel/protocol/coordinator-messages.ts';
import { TestClock } from '../../../test/fixtures/test-clock.ts';
import { parseUuid } from '../../../src/domain/uuid.ts';
import { WaitingRoom } from '../src/waiting-room.ts';
import { SILENT } from './lobby-options.ts';

const uuid = parseUuid('069a79f4-44e9-4726-a5be-fca90e38aaf5');

function hub(name: string, players = 0): MenuServer {
  return { name, type: 'HUB', state: 'IDLE', players, maxPlayers: 10, gameName: '', canRejoin: false };
}

/** A room with one player, for whom the servers of `closed` cannot be reached. */
function openRoom(servers: readonly MenuServer[], closed: readonly string[]) {
  if (uuid === undefined) throw new Error('no uuid');
  const clock = new TestClock();
  const tried: string[] = [];
  const room = new WaitingRoom({
    server: 'lobby',
    source: {
      facts: { onlinePlayers: 1, maxPlayers: 10, maintenance: false, motd: '' },
      server: (name) => servers.find((one) => one.name === name),
      servers: () => servers,
      factsOf: () => undefined,
    },
    players: () => [{ uuid, name: 'Ann', showActionBar: () => {} }],
    texts: { maintenance: '', noHub: '', open: '' },
    moveTo: servers.map(({ name }) => name),
    move: async (_, server) => {
      tried.push(server);
      if (closed.includes(server)) throw new Error('not reached');
    },
    clock,
    logger: SILENT,
  });
  onTestFinished(() => room.close());
  return { clock, tried };
}

it('a player who does not get to the first server is moved to the next with room', async () => {
  const { clock, tried } = openRoom([hub('far'), hub('full', 10), hub('near'), hub('last')], ['far']);
  await clock.advance(1_000);
  expect(tried).toEqual(['far', 'near']);
});
