import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AGENT_MESSAGES } from '../../src/channel/protocol/agent-messages.ts';
import { decodeAgentFrame, decodeCoordinatorFrame } from '../../src/channel/protocol/frame.ts';
import { readPlainLogin } from '../../src/channel/protocol/login-frame.ts';
import { listFrames, PartCollector } from '../../src/channel/protocol/list-parts.ts';
import { AGENT_LIMITS } from '../../src/channel/server/agent-traffic.ts';
import { ALICE, greetedAgent, openAgent, type Served, serveChannel } from '../channel/channel-fixture.ts';

let served: Served;
beforeAll(async () => {
  // As many connections as there are runs.
  const connections = { burst: 1_000_000, perSecond: 0 };
  const limits = {
    proxy: { ...AGENT_LIMITS.proxy, connections },
    backend: { ...AGENT_LIMITS.backend, connections },
  };
  served = await serveChannel(undefined, { limits });
});
afterAll(() => served.close());

const type = fc.oneof(fc.constantFrom(...Object.keys(AGENT_MESSAGES)), fc.string());
const key = fc.oneof(
  fc.constantFrom(
    'id',
    're',
    'uuid',
    'name',
    'ip',
    'server',
    'players',
    'part',
    'last',
    'state',
    '__proto__',
  ),
  fc.string(),
);
const value = fc.oneof(fc.constant(ALICE), fc.constantFrom('Alice', '10.0.0.1', 'hub-1', 1), fc.jsonValue());
/** From random text to frames with one wrong key. */
const frame = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json(),
  fc.tuple(type, fc.dictionary(key, value)).map(([word, rest]) => JSON.stringify({ ...rest, type: word })),
  fc.constant(`{"type":"player.login","id":1,"uuid":"${ALICE}","name":"Alice","ip":"::1"}`),
);

it('any text is a message or a problem with a reason, and never throws', () => {
  fc.assert(
    fc.property(frame, (text) => {
      for (const decode of [decodeAgentFrame, decodeCoordinatorFrame]) {
        const decoded = decode(text);
        if (decoded.type !== 'problem') continue;
        expect(decoded.detail.length).toBeGreaterThan(0);
        expect(decoded.detail).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('a login is read by the fast and by the general reader with the same result', () => {
  const near = (good: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 9, arbitrary: good }, fc.string({ maxLength: 40 }));
  const login = fc.record({
    id: fc.oneof({ weight: 4, arbitrary: fc.nat() }, fc.maxSafeInteger(), fc.double()),
    uuid: near(fc.oneof({ weight: 4, arbitrary: fc.uuid() }, fc.stringMatching(/^[0-9a-f-]{36}$/))),
    name: near(fc.stringMatching(/^[A-Za-z0-9_. ]{1,16}$/)),
    ip: near(fc.oneof(fc.ipV4(), fc.ipV6())),
  });
  let quick = 0;
  fc.assert(
    fc.property(login, (body) => {
      const text = JSON.stringify({ type: 'player.login', ...body });
      if (readPlainLogin(text) !== null) quick += 1;
      // A space before the end is the same JSON, but not the form that the fast reader takes.
      expect(decodeAgentFrame(text)).toEqual(decodeAgentFrame(`${text.slice(0, -1)} }`));
    }),
    { numRuns: 3_000 },
  );
  expect(quick).toBeGreaterThan(100);
});

it('any list is the same after its parts were joined', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 3_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(texts, (list) => {
      const collector = new PartCollector<string>(1_000);
      const frames = [...listFrames({ head: '"type":"x"', key: 'x', encode: JSON.stringify }, list)];
      const outcomes = frames.map((text) => {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024);
        const part = JSON.parse(text) as { part?: number; last?: boolean; x: string[] };
        return collector.add(part, part.x);
      });
      expect(outcomes.at(-1)).toEqual(list);
      expect(outcomes.slice(0, -1).every((outcome) => outcome === 'waiting')).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('after any frames the server still welcomes and answers the next agent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 30 }), fc.boolean(), async (frames, greeted) => {
      const agent = greeted ? await greetedAgent(served.port, 'proxy') : await openAgent(served.port);
      for (const text of frames) agent.send(text);
      const other = await greetedAgent(served.port, 'proxy');
      other.send(`{"type":"player.login","id":5,"uuid":"${ALICE}","name":"Alice","ip":"::1"}`);
      expect(await other.next('admission')).toEqual({ type: 'admission', re: 5, allow: true });
      agent.socket.terminate();
      other.socket.terminate();
      served.fake.calls.length = 0;
      served.log.lines.length = 0;
    }),
    { numRuns: 200 },
  );
  await expect.poll(() => served.channel.stats().connections).toBe(0);
  // The last line about bad frames is written after a minute, and forgotten after another one.
  served.clock.advance(180_000);
  // Only the heartbeat is left: no connection leaves a timer behind.
  expect(served.clock.pending).toBe(1);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Connections that each send ten bad frames of 20 kB and are closed for it; returns the memory in use afterwards. */
async function storm(links: number): Promise<NodeJS.MemoryUsage> {
  for (let link = 0; link < links; link += 1) {
    const agent = await greetedAgent(served.port, 'proxy');
    const junk = JSON.stringify({ type: `t${link}`, junk: 'x'.repeat(20_000) });
    for (let time = 0; time < 10; time += 1) agent.send(junk);
    expect((await agent.closed).code).toBe(1008);
    served.fake.calls.length = 0;
    served.fake.proxies.length = 0;
    served.log.lines.length = 0;
  }
  // The memory of the sockets is released some turns of the event loop later.
  await setImmediate();
  collectGarbage();
  collectGarbage();
  return process.memoryUsage();
}

it('many bad frames leave no memory in use', async () => {
  await storm(100);
  const before = await storm(100);
  const after = await storm(300);
  const mebibyte = 1024 * 1024;
  // 300 connections sent 60 MB.
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(4 * mebibyte);
  expect(after.rss - before.rss).toBeLessThan(32 * mebibyte);
});
