import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { coordinatorForTest } from '../gateway-fixture.ts';
import { ask } from '../raw-http.ts';

const JAR = '/agents/portcullis-proxy.jar';

function builtJar(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-jar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'agent.jar'), bytes);
  return join(folder, 'agent.jar');
}

test('the agent for proxies is served byte by byte, without a token, with its hash beside it', async () => {
  const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 13, 10, 128]);
  const { port } = await coordinatorForTest({ agentJar: builtJar(bytes) });
  const answer = await fetch(`http://127.0.0.1:${port}${JAR}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/java-archive']);
  expect(answer.headers.get('content-disposition')).toContain('portcullis-proxy.jar');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const said = await ask(port, 'GET', `${JAR}.sha256`, { bearer: '' });
  expect(said.text).toBe(`${hash}  portcullis-proxy.jar\n`);
});

test('a proxy’s machine that has this agent already loads it no second time', async () => {
  const { port } = await coordinatorForTest({ agentJar: builtJar(Buffer.from('PK')) });
  const first = await ask(port, 'GET', JAR, { bearer: '' });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await ask(port, 'GET', JAR, { bearer: '', headers });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each([JAR, `${JAR}.sha256`])('where the agent was not built %s says how to build it', async (path) => {
  const { port } = await coordinatorForTest({ agentJar: join(tmpdir(), 'no-such-agent-of-portcullis.jar') });
  const answer = await ask(port, 'GET', path, { bearer: '', headers: { accept: 'text/html' } });
  expect([answer.status, answer.code]).toEqual([404, 'route_not_found']);
  expect(answer.text).toContain('npm run agents');
});
