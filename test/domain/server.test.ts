import { describe, expect, it } from 'vitest';
import {
  isOnlineState,
  isServerAddress,
  isServerName,
  isServerType,
  SERVER_STATES,
  takesPlayers,
} from '../../src/domain/server.ts';

describe('a server', () => {
  it('is online in some states, and takes players in fewer', () => {
    expect(SERVER_STATES.filter(isOnlineState)).toEqual(['IDLE', 'WAITING', 'RUNNING', 'ENDING', 'DRAINING']);
    expect(SERVER_STATES.filter(takesPlayers)).toEqual(['IDLE', 'WAITING', 'RUNNING', 'ENDING']);
  });

  it.each([
    'lobby',
    'arena-1',
    'A_b',
    'x',
    '0',
    'x'.repeat(64),
    'EVENTS',
    'eu.lobby',
    'a@b',
    'Bühne',
    '大厅',
    '😀'.repeat(64),
  ])('may be named %s', (name) => {
    expect(isServerName(name)).toBe(true);
  });

  it.each([
    '',
    'events',
    'x'.repeat(65),
    'a b',
    'a/b',
    '.',
    '..',
    'a\n',
    '%2e',
    'a?b',
    'a#b',
    'a\u200bb',
    '\u3164',
    'a\u00a0b',
    '\u202ea',
    '\ud800',
  ])('may not be named %j', (name) => {
    expect(isServerName(name)).toBe(false);
  });

  it.each(['HUB', 'GAME', 'BED_WARS', 'G2', 'X'.repeat(32)])('may be of type %s', (type) => {
    expect(isServerType(type)).toBe(true);
  });

  it.each(['', 'hub', '2G', '_X', 'A B', 'X'.repeat(33), 'HUB\n'])('may not be of type %j', (type) => {
    expect(isServerType(type)).toBe(false);
  });

  it.each([
    'localhost:25565',
    '10.0.0.7:1',
    'mc.example.org:65535',
    '[::1]:25565',
    '[2001:db8::7]:80',
    'a_b:9',
  ])('may be pinged at %s', (address) => {
    expect(isServerAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    ':25565',
    'localhost:',
    'localhost:0',
    'localhost:65536',
    'localhost:123456',
    'localhost:-1',
    'localhost:25565/',
    'http://localhost:80',
    'user@host:80',
    'a b:80',
    '::1:80',
    '[::1]',
    '[zz]:80',
    'localhost:80\n',
  ])('may not be pinged at %j', (address) => {
    expect(isServerAddress(address)).toBe(false);
  });
});
