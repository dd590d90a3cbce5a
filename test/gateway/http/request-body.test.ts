import { expect, test } from 'vitest';
import { API_KEY, coordinatorForTest } from '../gateway-fixture.ts';
import { ask, sendRaw } from '../raw-http.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const KIB_64 = 64 * 1024;

test('a body of exactly 64 KiB is accepted, one byte more is not', async () => {
  const { port } = await coordinatorForTest();
  const put = (length: number) =>
    ask(port, 'PUT', '/api/proxy/settings', {
      headers: JSON_TYPE,
      body: '{"maxPlayers":7}'.padEnd(length),
    });
  expect((await put(KIB_64)).json).toEqual({ maxPlayers: 7 });
  expect((await put(KIB_64 + 1)).code).toBe('body_too_large');
});

test('a body of exactly 64 KiB is accepted in chunks too', async () => {
  const { port } = await coordinatorForTest();
  const head = `PUT /api/proxy/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `${KIB_64.toString(16)}\r\n${'{"maxPlayers":7}'.padEnd(KIB_64)}\r\n0\r\n\r\n`;
  expect(await sendRaw(port, head + chunk, (text) => text.endsWith('}'))).toContain('{"maxPlayers":7}');
});

test('a body is read only with the media type of JSON in UTF-8', async () => {
  const { port } = await coordinatorForTest();
  const put = (type: string, body = '{"maxPlayers":5}') =>
    ask(port, 'PUT', '/api/proxy/settings', { body, headers: { 'content-type': type } });
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
  ]) {
    expect([type, (await put(type)).status]).toEqual([type, 200]);
  }
  for (const type of [
    '',
    'text/json',
    'application/jsonp',
    'application/json; charset=latin1',
    'multipart/form-data',
  ]) {
    expect([type, (await put(type)).code]).toEqual([type, 'unsupported_media_type']);
  }
});

test('bytes that are not UTF-8 are malformed JSON', async () => {
  const { port } = await coordinatorForTest();
  const body = Buffer.concat([Buffer.from('{"maxPlayers":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const head = `PUT /api/proxy/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const received = await sendRaw(port, Buffer.concat([Buffer.from(head), body]), (text) =>
    text.endsWith('}'),
  );
  expect(received).toContain('malformed_json');
});

test('a body may arrive in chunks, and one that grows too large is refused before its end', async () => {
  const { port } = await coordinatorForTest();
  const head = `PUT /api/proxy/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const pieces = '5\r\n{"max\r\n6\r\nPlayer\r\n5\r\ns":7}\r\n0\r\n\r\n';
  expect(await sendRaw(port, head + pieces, (text) => text.endsWith('}'))).toContain('{"maxPlayers":7}');
  // Without a last chunk, because the answer must not wait for it.
  const endless = `10001\r\n${' '.repeat(0x10001)}\r\n`;
  expect(await sendRaw(port, head + endless, (text) => text.endsWith('}'))).toContain('body_too_large');
});

test('a body that is not complete after 30 seconds ends the connection', async () => {
  const coordinator = await coordinatorForTest();
  const head = `POST /api/bans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"slow":`;
  const cut = sendRaw(coordinator.port, head);
  const pushing = setInterval(() => coordinator.clock.push(1000), 5);
  expect(await cut.finally(() => clearInterval(pushing))).toBe('');
  expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
});

test('the time limit of a body ends when its request is answered', async () => {
  const coordinator = await coordinatorForTest();
  const body = '{"maxPlayers":5}';
  const put = `PUT /api/proxy/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const refused = put.replace('application/json', 'text/plain');
  expect(await sendRaw(coordinator.port, put, (text) => text.endsWith('}'))).toContain('200 OK');
  expect(await sendRaw(coordinator.port, refused, (text) => text.endsWith('}'))).toContain(
    'unsupported_media_type',
  );
  coordinator.clock.push(60_000);
  expect((await ask(coordinator.port, 'GET', '/healthz')).status).toBe(200);
  expect(coordinator.log.filter(({ level }) => level === 'error')).toEqual([]);
});
