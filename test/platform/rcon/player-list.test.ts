import { describe, expect, test } from 'vitest';
import {
  isWhole,
  occupancyOf,
  readPlayerList,
  unreadOccupancy,
} from '../../../src/platform/rcon/player-list.ts';
import { playerRef } from '../recording-listener.ts';

const ANN = playerRef(1, 'Ann');
const BOB = playerRef(2, 'Bob');
const entry = ({ name, uuid }: typeof ANN): string => `${name} (${uuid})`;

describe('a list with uuids is read', () => {
  test.each([
    ['of the game', `There are 2 of a max of 20 players online: ${entry(ANN)}, ${entry(BOB)}`],
    ['of the game before 1.13', `There are 2/20 players online:\n${entry(ANN)}, ${entry(BOB)}`],
    ['without “of”', `There are 2 of a max 20 players online: ${entry(ANN)}, ${entry(BOB)}`],
    [
      'with uuids in other forms',
      `There are 2/20 players online:\nAnn (${ANN.uuid.replaceAll('-', '')}), Bob (${BOB.uuid.toUpperCase()})\n`,
    ],
    ['with codes', `§6There are §c2§6 of a max of §c20§6 players online: ${entry(ANN)},\n${entry(BOB)}`],
    ['with marks', `There are 2 of a max of 20 players online: [Admin] ${entry(ANN)}, [AFK]${entry(BOB)}`],
  ])('%s', (_, answer) => {
    const list = readPlayerList(answer);
    expect(list).toEqual({ players: [ANN, BOB], names: [], count: 2, maxPlayers: 20 });
    expect(list && isWhole(list)).toBe(true);
  });
});

describe('a list of names is read', () => {
  test.each([
    ['of the game', 'There are 3 of a max of 20 players online: Ann, Bob, .Cleo B'],
    ['in German', 'Es sind 3 von maximal 20 Spielern online: Ann, Bob, .Cleo B'],
    ['in Chinese', '当前共有3名玩家在线（最大玩家数为20）：Ann, Bob, .Cleo B'],
    ['with the capacity first', '最大20人のうち3人がオンラインです: Ann, Bob, .Cleo B'],
    [
      'in groups, as plugins of Paper do',
      '§6There are §c3§6 out of maximum §c20§6 players online.\n§6default§r: Ann, [AFK]Bob\n§6vip§r: .Cleo B',
    ],
  ])('%s', (_, answer) => {
    expect(readPlayerList(answer)).toEqual({
      players: [],
      names: ['Ann', 'Bob', '.Cleo B'],
      count: 3,
      maxPlayers: 20,
    });
  });
});

test.each([
  'There are 0 of a max of 20 players online: ',
  'There are 0/20 players online:',
  'Es sind 0 von maximal 20 Spielern online.',
  'There are 0 out of maximum 20 players online.\nNobody',
])('nobody is read from %j', (answer) => {
  expect(readPlayerList(answer)).toEqual({ players: [], names: [], count: 0, maxPlayers: 20 });
});

test.each([
  '',
  'Unknown command. Type "/help" for help.',
  'Unknown or incomplete command, see below for error at position 0: <--[HERE]',
  '§6Nobody knows',
  'Error 404',
  `[12:30:05] there are many`,
  `There are 2 of a max of 20 players online:\n${'Ann, \n'.repeat(30_000)}`,
])('%j is no list', (answer) => {
  expect(readPlayerList(answer)).toBeUndefined();
});

describe('who is there is', () => {
  const known = (name: string) => (name === 'Ann' ? ANN.uuid : undefined);
  const of = (answer: string) => occupancyOf(readPlayerList(answer) ?? expect.fail('no list'), known);

  test('known where the network knows the names', () => {
    expect(of('Es sind 1 von maximal 20 Spielern online: Ann')).toEqual({
      players: [{ ...ANN, isByName: true }],
      maxPlayers: 20,
    });
  });

  test.each([
    [
      'a name that nobody knows',
      'There are 2 of a max of 20 players online: Ann, Eve',
      1,
      '2 players by names alone, and the network knows 1 of them',
    ],
    [
      'a count of more than are named',
      'There are 2 of a max of 20 players online: Ann',
      1,
      '2 players and names only 1',
    ],
    [
      'a count without names',
      'Es sind 2 von maximal 20 Spielern online.',
      0,
      '2 players and names none that can be read',
    ],
  ])('unknown with %s', (_, answer, players, words) => {
    expect(of(answer)).toMatchObject({
      players: { length: players },
      unknown: `its console counts ${words}`,
    });
  });

  test('unknown where the answer is no list, which is shown', () => {
    expect(unreadOccupancy('§r \n').unknown).toBe('its console answers nothing to list');
    expect(unreadOccupancy('§cGeht\n nicht!').unknown).toBe('its console answers “Geht nicht!” to list');
  });
});
