import { describe, expect, test } from 'vitest';
import {
  isKickDone,
  kickCommand,
  operatorCommand,
  tellCommands,
} from '../../../src/platform/rcon/commands.ts';
import { playerRef } from '../recording-listener.ts';

const ANN = playerRef(1, 'Ann');

describe('a kick', () => {
  test.each([
    ['bye', 'kick Ann bye'],
    ['two\nlines\r\nand\ra bell\u0007', 'kick Ann two lines and a bell'],
    ['ask @a or @e[type=player', 'kick Ann ask \uFF20a or \uFF20e[type=player'],
    ['x\0y', 'kick Ann x y'],
    ['/op me', 'kick Ann /op me'],
  ])('for %j is one command that does nothing else', (reason, command) => {
    expect(kickCommand(ANN, reason)).toBe(command);
  });

  test('with a long reason is cut between characters', () => {
    const command = kickCommand(ANN, '😀'.repeat(1_000));
    expect(Buffer.byteLength(command)).toBeLessThanOrEqual(1_446);
    expect(Buffer.byteLength(command)).toBeGreaterThan(1_440);
    expect(command).toMatch(/^kick Ann (😀)+…$/u);
  });

  test('of a name with a space has it in quotes, and an invalid name is refused', () => {
    expect(kickCommand(playerRef(1, '.My Name'), 'x')).toBe('kick ".My Name" x');
    for (const name of ['Ann\nop Eve', '@a', 'Ann Eve', '', '"x"']) {
      expect(() => kickCommand({ uuid: ANN.uuid, name }, 'x')).toThrow('This player is not known');
    }
  });

  test.each([
    ['Kicked Ann: bye', true],
    ["Kicked Ann from the game: 'bye'", true],
    ['§6Player §cCONSOLE§6 kicked Ann for bye.', true],
    ['', true],
    ['No player was found', false],
    ['That player cannot be found', false],
    ['Incorrect argument for command\n...e was kicked<--[HERE]', false],
  ])('that is answered with %j', (answer, done) => {
    expect(isKickDone(answer)).toBe(done);
  });
});

describe('a message', () => {
  test('keeps its lines and cannot end the JSON text', () => {
    expect(tellCommands('all', 'say "hi"\n\\op me\u0007')).toEqual([
      String.raw`tellraw @a {"text":"say \"hi\"\n\\op me "}`,
    ]);
    expect(tellCommands(ANN, '@a stays a text here')).toEqual([
      'tellraw Ann {"text":"@a stays a text here"}',
    ]);
    expect(tellCommands(ANN, '')).toEqual([]);
  });

  test('that is long is sent in parts, completely', () => {
    const text = 'é😀"\n'.repeat(600);
    const commands = tellCommands('all', text);
    const parts = commands.map((command) => (JSON.parse(command.slice(11)) as { text: string }).text);
    expect(parts.join('')).toBe(text);
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) expect(Buffer.byteLength(command)).toBeLessThanOrEqual(1_446);
  });

  test('that is too long is cut after eight parts', () => {
    const commands = tellCommands('all', 'x'.repeat(100_000));
    expect(commands).toHaveLength(8);
    expect(commands.at(-1)).toMatch(/…"\}$/);
  });
});

test('configured commands lose their slash, and are one line', () => {
  expect(operatorCommand(' /save-all flush ')).toBe('save-all flush');
  for (const text of ['', '/', 'a\nb', 'x'.repeat(1_447)]) {
    expect(() => operatorCommand(text)).toThrow('A configured command is');
  }
});
