import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/domain/fields/field.ts';
import * as fields from '../../../src/domain/fields/network-fields.ts';

const UUID = 'b50ad385-829d-3141-a216-7e7d7539ba7f';

const CASES: [string, Field<unknown>, taken: unknown[], refused: unknown[]][] = [
  ['uuid', fields.uuid, [UUID], [UUID.toUpperCase(), UUID.replaceAll('-', ''), '', `${UUID}\n`, 1]],
  ['anyUuid', fields.anyUuid, [UUID, UUID.toUpperCase(), UUID.replaceAll('-', '')], ['', UUID.slice(1), 1]],
  ['playerName', fields.playerName, ['a', 'x'.repeat(48), '.Bed rock', '*ä'], ['', 'x'.repeat(49), 'a\n']],
  ['reason', fields.reason, ['', '😀'.repeat(255)], ['x'.repeat(256), 'a\nb', '\ud800']],
  ['serverName', fields.serverName, ['0', 'eu.lobby', 'x'.repeat(64)], ['', 'events', 'x'.repeat(65), 'a b']],
  ['serverType', fields.serverType, ['HUB', 'X'.repeat(32)], ['', 'hub', 'X'.repeat(33), '2G']],
  [
    'serverAddress',
    fields.serverAddress,
    ['h:1', '[::1]:25565', `${'x'.repeat(253)}:65535`],
    ['', 'h', 'h:0', `${'x'.repeat(254)}:1`],
  ],
  ['maxPlayers', fields.maxPlayers, [1, 1_000_000], [0, 1_000_001, 1.5, '1']],
  ['serverId', fields.serverId, ['', 'x'.repeat(64)], ['x'.repeat(65), 'a\nb']],
  ['gameName', fields.gameName, ['', 'x'.repeat(64)], ['x'.repeat(65), 'a\nb']],
  ['gameData', fields.gameData, ['', 'a\n\u0000b', 'x'.repeat(4_096)], ['x'.repeat(4_097), '\ud800']],
  ['epochMs', fields.epochMs, [0, 1_790_000_000_000], [-1, 0.5, 2 ** 53]],
];

describe.each(CASES)('%s', (_, field, taken, refused) => {
  it.each(taken)('takes %j', (value) => {
    expect(field.is(value)).toBe(true);
  });

  it.each(refused)('refuses %j', (value) => {
    expect(field.is(value)).toBe(false);
  });
});
