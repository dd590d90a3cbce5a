import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordOf } from '../src/game/game-version.ts';
import { LobbyClient } from './lobby-client.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

function start(...args: string[]): ChildProcess & { errors: string } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  const started = Object.assign(child, { errors: '' });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.errors += text));
  return started;
}

describe('the lobby as a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-lobby-process-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes a config.yml at its first start and says what is missing in it', async () => {
    const lobby = start('--data', folder);
    expect(await once(lobby, 'close')).toEqual([2, null]);
    expect(lobby.errors).toContain('coordinator.secret is missing');
    expect(lobby.errors).toContain('server.name is missing');
    expect(lobby.errors).toContain('forwarding.secret is missing');
    const text = await readFile(join(folder, 'config.yml'), 'utf8');
    expect(text).toContain('# PORTCULLIS_LOBBY_FORWARDING_MODE\n  mode: "velocity"');
    expect(text).toContain('menus:');
  });

  it('names unknown keys, and where they are', async () => {
    await writeFile(join(folder, 'config.yml'), 'forwarding:\n  mood: "velocity"\n');
    const lobby = start('--data', folder);
    expect(await once(lobby, 'close')).toEqual([2, null]);
    expect(lobby.errors).toContain('config.yml:2');
    expect(lobby.errors).toContain('did you mean forwarding.mode?');
  });

  it('prints its usage', async () => {
    const lobby = start('--folder', folder);
    expect(await once(lobby, 'close')).toEqual([2, null]);
    expect(lobby.errors).toContain('Usage: portcullis-lobby');
  });

  it('accepts players while the coordinator is away, and kicks them with its message at the end', async () => {
    await writeFile(
      join(folder, 'config.yml'),
      [
        'coordinator: { url: "http://127.0.0.1:9", secret: "0123456789abcdef0123456789abcdef" }',
        'server: { name: "lobby" }',
        'lobby: { listen: "127.0.0.1:0" }',
        'forwarding: { mode: "none" }',
        'messages: { closing: "See you soon." }',
      ].join('\n'),
    );
    const lobby = start('--data', folder);
    if (lobby.stdout === null) throw new Error('no output');
    const lines = createInterface({ input: lobby.stdout })[Symbol.asyncIterator]();
    let port = 0;
    while (port === 0) {
      const { value } = await lines.next();
      const line = recordOf(JSON.parse(String(value)));
      if (line['event'] === 'lobby.ready') port = Number(line['port']);
    }
    const client = new LobbyClient(port, '1.20.4', 'Alice');
    await client.playing;
    lobby.kill('SIGTERM');
    await client.gone;
    expect(client.words).toBe('See you soon.');
    expect(await once(lobby, 'exit')).toEqual([0, null]);
  });
});
