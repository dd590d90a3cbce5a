import { expect, test } from 'vitest';
import { parseStorageUrl } from '../../src/storage/storage-url.ts';

test.each([
  ['sqlite:', '/data/portcullis.db'],
  ['sqlite:network.db', '/data/network.db'],
  ['sqlite:sub/network.db', '/data/sub/network.db'],
  ['sqlite:/var/lib/network.db', '/var/lib/network.db'],
])('%s is the file %s', (url, file) => {
  expect(parseStorageUrl(url, '/data')).toEqual({ dialect: 'sqlite', file });
});

test('a MySQL address may percent-encode user and password and omit the port', () => {
  expect(parseStorageUrl('mysql://us%40er:p%3A%2F%25w@db.example/net_work', '')).toEqual({
    dialect: 'mysql',
    host: 'db.example',
    port: 3306,
    user: 'us@er',
    password: 'p:/%w',
    database: 'net_work',
  });
  expect(parseStorageUrl('mysql://root@[2001:db8::1]:3307/x', '')).toMatchObject({
    host: '2001:db8::1',
    port: 3307,
    password: '',
  });
});

test.each([
  'sqlite::memory:',
  'postgres://user:hush@host/db',
  'mysql://user:hush@host',
  'mysql://user:hush@host/',
  'mysql://user:hush@host/a/b',
  'mysql://host/hush',
  'mysql://user:hush@:port/db',
  '',
])('%s is refused without repeating it', (url) => {
  const refusal = () => parseStorageUrl(url, '/data');
  expect(refusal).toThrow(/^storage\.url/);
  expect(refusal).not.toThrow(/hush/);
});
