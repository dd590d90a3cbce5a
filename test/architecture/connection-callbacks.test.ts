import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Where connections come in or go out. */
const DOORS = '{gateway,channel,platform/{edge,msmp,rcon,status-ping},backend/{local,hosts/channel}}/**/*.ts';

/** Only these may register callbacks with a response of uWebSockets.js. */
const OF_RESPONSES = /\.(?:onAborted|onData|onWritable)\(/;
/** A server of uWebSockets.js is given handlers here, each of which `test/hardening` makes throw. */
const HANDLERS = /\bapp\s*\.(?:any|del|filter|get|post|put|ws)[(<]/;
/** An emitter, a timer or the next turn of the event loop is given a callback here. */
const REGISTRATION = /(?:\.(?:on|once)\(\s*'[\w-]+'\s*,|(?:\.setTimeout|\bsetTimeout|\bsetImmediate)\()\s*/g;

const GUARDED = /^[\w.#]*\bguard(?:ed)?\(/;
const EMPTY = /^\([^)]*\) => (?:undefined|\{\})$/;
/** The function that ends the wait for a promise does nothing else. */
const ENDS_A_WAIT = /^(?:resolve|reject|\(\) => (?:resolve|reject)\([^()]*\))$/;

/** What works for all connections of a door: an error there ends the process, as what it broke is shared. */
const OF_ALL: Readonly<Record<string, readonly string[]>> = {
  'channel/server/broadcast/broadcast.ts': ['() => this.#write()', '() => this.#writeUrgent()'],
  'channel/server/channel-server.ts': ['beat'],
  'channel/server/frame-turns.ts': ['() => this.#next()'],
  'gateway/auth/known-blocks.ts': ['() => void this.#write(attempt)'],
  'gateway/http/request-turns.ts': ['() => this.#next()'],
  'gateway/sse/in-slices.ts': ['slice'],
  'gateway/sse/inspect-streams.ts': ['() => this.#onTick()'],
  'gateway/sse/sse-hub.ts': ['() => this.#onTick()', 'flush'],
  'platform/edge/edge.ts': ["(error) => logger.error({ event: 'edge.socket-failed', err: error })"],
  'platform/edge/limits/flood-log.ts': ['() => this.#write(ip)'],
  'platform/edge/replica/snapshot-writer.ts': [
    '() => {\n      this.#timer = null;\n      this.#write();\n    }',
  ],
  'backend/local/fair-turns.ts': ['() => this.#turn()'],
  'backend/local/local-server.ts': [
    "(error) => logger.error({ event: 'local.failed', err: error })",
    'refuse',
  ],
};

/** The text of the argument that begins here. */
function argumentAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (depth === 0 && (character === ',' || character === ')')) return text.slice(from, at).trim();
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return text.slice(from);
}

/** Whether this is a name which the file gives to a guarded callback. */
function isGuardedName(callback: string, text: string): boolean {
  const name = /^(?:this\.)?(#?\w+)$/.exec(callback)?.[1];
  if (name === undefined) return false;
  const given = [...text.matchAll(new RegExp(`(?<![\\w#])${name}(?:: [^=]+)? = `, 'g'))];
  return given.some(({ index, 0: { length } }) => GUARDED.test(text.slice(index + length)));
}

/** The callbacks of a file that nothing guards. */
function unguardedIn(file: string, text: string): string[] {
  return [...text.matchAll(REGISTRATION)]
    .map(({ index, 0: { length } }) => argumentAt(text, index + length))
    .filter((callback) => callback !== 'run: () => void')
    .filter((callback) => !GUARDED.test(callback) && !EMPTY.test(callback) && !ENDS_A_WAIT.test(callback))
    .filter((callback) => !isGuardedName(callback, text) && OF_ALL[file]?.includes(callback) !== true)
    .map((callback) => `${file}: ${callback}`);
}

const sources = globSync(DOORS, { cwd: SRC }).map((file) => ({
  file,
  text: readFileSync(join(SRC, file), 'utf8'),
}));

it('a callback of one connection is registered guarded, at every door', () => {
  expect(sources.flatMap(({ file, text }) => unguardedIn(file, text))).toEqual([]);
});

it('those of a response are registered by runtime/faults/response-callbacks.ts, which guards them', () => {
  expect(sources.filter(({ text }) => OF_RESPONSES.test(text)).map(({ file }) => file)).toEqual([]);
});

it('requests and connections are taken in at four places, which catch what they throw', () => {
  expect(
    sources
      .filter(({ text }) => HANDLERS.test(text))
      .map(({ file }) => file)
      .sort(),
  ).toEqual([
    'channel/server/channel-server.ts',
    'gateway/dispatch.ts',
    'gateway/fallback.ts',
    'gateway/open-connections.ts',
  ]);
});

it('the search sees the doors, and what is not guarded', () => {
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.map(({ text }) => [...text.matchAll(REGISTRATION)].length);
  expect(found.reduce((sum, count) => sum + count)).toBeGreaterThan(50);
  const text = `
    socket.on('data', faults.guard(drop, read));
    socket.once('close', closed);
    socket.on('error', () => undefined);
    clock.setTimeout(() => resolve(undefined), 5);
    socket.on('drain', (size) => write(size, 1));
    setImmediate(this.#pump);
    const closed = guard(() => undefined);
    this.#pump = () => undefined;`;
  expect(unguardedIn('x.ts', text)).toEqual(['x.ts: (size) => write(size, 1)', 'x.ts: this.#pump']);
});

it('what is listed as of all connections is there', () => {
  for (const [file, callbacks] of Object.entries(OF_ALL)) {
    const text = sources.find((source) => source.file === file)?.text ?? '';
    for (const callback of callbacks) expect(text, file).toContain(callback);
  }
});
