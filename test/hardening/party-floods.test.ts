import { expect, it } from 'vitest';
import type { ListInPieces } from '../../src/actors/network.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer, testPlayers } from '../actors/test-players.ts';

const STEPS = 50;
/** What one step may take of a list. */
const ENTRIES_PER_STEP = 100;
const MEMBERS = testPlayers(20_000).map(({ uuid }) => uuid);

/** The members in parties of ten. */
function partiesOf(name: string) {
  return Array.from({ length: MEMBERS.length / 10 }, (_, at) => {
    const members = MEMBERS.slice(at * 10, at * 10 + 10);
    return { id: `${name}-${at}`, leader: members[0] ?? testPlayer(0).uuid, members, createdAt: 1 };
  });
}

async function piecesOf({ pieces }: ListInPieces): Promise<{ text: string; longest: number }> {
  const made: string[] = [];
  for await (const piece of pieces) made.push(piece);
  return { text: `[${made.join(',')}]`, longest: Math.max(...made.map(({ length }) => length)) };
}

/** A network whose turns the test takes. */
async function stage() {
  const due: (() => void)[] = [];
  const fixture = await openFixture({ turns: { steps: STEPS, next: (run) => due.push(run) } });
  const settle = (): number => {
    let turns = 0;
    for (let turn = due.shift(); turn !== undefined; turn = due.shift()) {
      turn();
      turns += 1;
    }
    return turns;
  };
  const home = fixture.proxy().connect();
  settle();
  const shown = async (): Promise<string[]> => {
    const { parties } = fixture.network;
    const inPieces = parties.listInPieces();
    const text =
      inPieces === null ? new TextDecoder().decode(parties.list().bytes) : (await piecesOf(inPieces)).text;
    return (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
  };
  return { ...fixture, home, shown, settle, turn: () => due.shift()?.() };
}

it('a long list of parties is taken over many turns, and shown whole or not at all', async () => {
  const { home, shown, settle, turn } = await stage();
  home.session.parties(partiesOf('a'));
  turn();
  expect(await shown()).toEqual([]);
  const entries = MEMBERS.length * 1.1;
  expect(settle()).toBeGreaterThanOrEqual(Math.floor(entries / ENTRIES_PER_STEP / STEPS) - 2);
  expect(await shown()).toEqual(partiesOf('a').map(({ id }) => id));
});

it('joins do not wait for a list of parties', async () => {
  const { home, network, turn } = await stage();
  home.session.parties(partiesOf('a'));
  home.join(testPlayer(30_000));
  turn();
  turn();
  expect(network.players.onlineCount).toBe(1);
});

it('of the lists that come while one is taken only the newest is', async () => {
  const { home, shown, settle } = await stage();
  home.session.parties(partiesOf('a'));
  const alone = settle();
  for (let at = 0; at < 50; at += 1) home.session.parties(partiesOf(`b${at}`));
  expect(settle()).toBeLessThanOrEqual(2 * alone + 1);
  expect((await shown())[0]).toBe('b49-0');
});

it('a proxy that is gone leaves no parties behind, although its list was being taken', async () => {
  const { clock, home, shown, settle } = await stage();
  home.session.parties(partiesOf('a'));
  home.drop();
  await clock.advance(10_000);
  settle();
  expect(await shown()).toEqual([]);
});

it('a long list of parties is made piece by piece', async () => {
  const { home, network, settle } = await stage();
  home.session.parties(partiesOf('a'));
  settle();
  const list = network.parties.listInPieces() ?? { total: 0, pieces: [], etag: '' };
  const { text, longest } = await piecesOf(list);
  expect([list.total, JSON.parse(text)]).toEqual([2_000, expect.objectContaining({ length: 2_000 })]);
  expect(longest).toBeLessThan(100_000);
});

it('the names of members are one question to the database at a time, however often they are reported', async () => {
  const { clock, home, settle, storage, notes } = await stage();
  storage.faults.always('players.findMany', 'hang');
  for (let at = 0; at < 50; at += 1) {
    home.session.parties(partiesOf(`a${at}`));
    settle();
    await clock.advance(0);
  }
  expect(storage.faults.count('players.findMany')).toBe(1);
  storage.faults.heal();
  storage.faults.always('players.findMany', 'before');
  storage.faults.release();
  for (let at = 0; at < 50; at += 1) {
    home.session.parties(partiesOf(`b${at}`));
    settle();
    await clock.advance(0);
  }
  expect(notes().filter((note) => note === 'party.names-not-read')).toHaveLength(1);
});
