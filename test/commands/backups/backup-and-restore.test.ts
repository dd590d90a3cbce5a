import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/commands/command-line.ts';
import { lockDataFolder } from '../../../src/config/files/data-folder-lock.ts';

let root: string;
let data: string;
let kept: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portcullis-backup-'));
  [data, kept] = [join(root, 'data'), join(root, 'kept')];
  lockDataFolder(data)();
  await writeFile(join(data, 'config.yml'), 'timezone: "Europe/Berlin"\n');
  await writeFile(join(data, 'token.key'), Buffer.alloc(32, 7));
  write('before');
});
afterEach(() => rm(root, { recursive: true }));

async function portcullis(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCommandLine(args, {
    env: {},
    interactive: false,
    out: (text) => void (written.out += `${text}\n`),
    err: (text) => void (written.err += `${text}\n`),
  });
  return { code, ...written };
}

function backUp(): Promise<{ code: number; out: string; err: string }> {
  return portcullis('backup', '--data', data, '--to', kept);
}

function restore(into = data): Promise<{ code: number; out: string; err: string }> {
  return portcullis('restore', '--data', into, '--from', kept);
}

function write(word: string): void {
  const database = new DatabaseSync(join(data, 'portcullis.db'));
  database.exec('pragma journal_mode = wal; create table if not exists words (word text)');
  database.prepare('insert into words values (?)').run(word);
  database.close();
}

function words(folder: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'portcullis.db'), { readOnly: true });
  const rows = database.prepare('select word from words').all();
  database.close();
  return rows.map(({ word }) => word);
}

describe('a backup', () => {
  it('has the database, the settings, the key and the files beside them, and nothing that passes', async () => {
    for (const name of ['ca.pem', 'edge-edge.snapshot', 'config.yml.1.tmp'])
      writeFileSync(join(data, name), '');
    expect((await backUp()).code).toBe(0);
    const files = ['backup.json', 'ca.pem', 'config.yml', 'portcullis.db', 'token.key'];
    expect(readdirSync(kept).sort()).toEqual(files);
  });

  it('is readable for its owner only', async () => {
    await backUp();
    const modes = ['.', ...readdirSync(kept)].map((name) => statSync(join(kept, name)).mode & 0o077);
    expect(modes.every((mode) => mode === 0)).toBe(true);
  });

  it('says which files it left out', async () => {
    writeFileSync(join(data, 'coordinator.log'), '');
    truncateSync(join(data, 'coordinator.log'), 17 * 1024 * 1024);
    expect((await backUp()).err).toContain('coordinator.log');
  });

  it('never replaces another one', async () => {
    await backUp();
    expect(await backUp()).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${kept} exists`) as string,
    });
  });

  it('of a damaged database is refused, and leaves nothing behind', async () => {
    const fill = new DatabaseSync(join(data, 'portcullis.db'));
    fill.exec(`create index by_word on words (word); pragma wal_checkpoint(truncate)`);
    fill.close();
    const bytes = readFileSync(join(data, 'portcullis.db'));
    bytes.fill(0x55, 4096 * 2 + 8);
    writeFileSync(join(data, 'portcullis.db'), bytes);
    const { code, err } = await backUp();
    expect([code, err]).toEqual([1, expect.stringContaining(`${join(data, 'portcullis.db')} is damaged`)]);
    expect(readdirSync(root)).toEqual(['data']);
  });

  it('of a folder without a database names the file', async () => {
    await rm(join(data, 'portcullis.db'));
    const { code, err } = await backUp();
    expect([code, err]).toEqual([1, expect.stringContaining(join(data, 'portcullis.db'))]);
  });

  it('of MySQL copies nothing and says what to run, without the password', async () => {
    const url = 'mysql://ann:s3cret@db.example.org/net%27work';
    await writeFile(join(data, 'config.yml'), `storage: { url: "${url}", tablePrefix: pc_ }\n`);
    const { code, out, err } = await backUp();
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`mysqldump --host=db.example.org --port=3306 --user=ann --password`);
    expect(err).toContain(`'net'\\''work'`);
    expect(err).toContain(`--ignore-table='net'\\''work.pc_NetworkPDNames'`);
    expect(err).not.toContain('s3cret');
  });
});

describe('a restore', () => {
  it('puts everything back, also into a folder that does not exist yet', async () => {
    await backUp();
    const elsewhere = join(root, 'elsewhere');
    expect((await restore(elsewhere)).code).toBe(0);
    expect(words(elsewhere)).toEqual(['before']);
    for (const name of ['config.yml', 'token.key'])
      expect(readFileSync(join(elsewhere, name))).toEqual(readFileSync(join(data, name)));
  });

  it('sets aside what is there, with what was only in the log of the database', async () => {
    await backUp();
    const open = new DatabaseSync(join(data, 'portcullis.db'));
    open.exec(`insert into words values ('after')`);
    expect((await restore()).code).toBe(0);
    open.close();
    const [aside = ''] = readdirSync(data).filter((name) => name.startsWith('before-restore-'));
    expect(words(join(data, aside))).toEqual(['before', 'after']);
    expect(words(data)).toEqual(['before']);
  });

  it('removes what a restore left that was broken off, names it, and leaves what is not of one', async () => {
    await backUp();
    const uuid = '11111111-2222-4333-8444-555555555555';
    const left = [`portcullis.db.${uuid}.tmp`, `ca.pem.${uuid}.tmp`].map((name) => join(data, name));
    const others = [`edge-edge.snapshot.${uuid}.tmp`, 'notes.tmp'].map((name) => join(data, name));
    for (const file of [...left, ...others]) writeFileSync(file, 'someone');
    const { code, out } = await restore();
    expect([code, ...left.map((file) => [existsSync(file), out.includes(`Removed ${file}`)])]).toEqual([
      0,
      [false, true],
      [false, true],
    ]);
    expect(others.map((file) => existsSync(file))).toEqual([true, true]);
  });

  it('beside a database elsewhere removes only what is of its own', async () => {
    const elsewhere = join(root, 'elsewhere.db');
    await writeFile(join(data, 'config.yml'), `storage: { url: "sqlite:${elsewhere}" }\n`);
    renameSync(join(data, 'portcullis.db'), elsewhere);
    await backUp();
    const end = '.11111111-2222-4333-8444-555555555555.tmp';
    for (const name of ['elsewhere.db', 'another.db']) writeFileSync(join(root, name + end), 'someone');
    expect((await restore()).code).toBe(0);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([`another.db${end}`]);
  });

  it('names every folder of what was there before, of earlier restores too', async () => {
    await backUp();
    await restore();
    write('later');
    const { out } = await restore();
    const folders = readdirSync(data).filter((name) => name.startsWith('before-restore-'));
    expect(folders).toHaveLength(2);
    for (const name of folders) expect(out.split(join(data, name))).toHaveLength(2);
  });

  it('is refused while a coordinator has the folder', async () => {
    await backUp();
    const unlock = lockDataFolder(data);
    const { code, err } = await restore();
    unlock();
    expect([code, err]).toEqual([1, expect.stringContaining('stop that one first')]);
  });

  it.each([
    ['cut short', 'portcullis.db', (file: string) => truncateSync(file, 4096)],
    ['missing', 'token.key', (file: string) => rmSync(file)],
    ['another one', 'config.yml', (file: string) => writeFileSync(file, 'timezone: UTC\n')],
  ])('of a backup in which a file is %s touches nothing, and names it', async (_, name, spoil) => {
    await backUp();
    write('after');
    spoil(join(kept, name));
    const { code, err } = await restore();
    expect([code, err]).toEqual([1, expect.stringContaining(join(kept, name))]);
    expect(words(data)).toEqual(['before', 'after']);
  });

  it('of a database that a newer Portcullis wrote touches nothing', async () => {
    const newer = new DatabaseSync(join(data, 'portcullis.db'));
    newer.exec(
      'create table NetworkMigrations (version integer); insert into NetworkMigrations values (999)',
    );
    newer.close();
    await backUp();
    const { code, err } = await restore();
    expect([code, err]).toEqual([1, expect.stringContaining('newer Portcullis')]);
    expect(existsSync(join(data, 'portcullis.db'))).toBe(true);
  });

  it('of a folder that is no backup says so', async () => {
    const { code, err } = await portcullis('restore', '--data', data, '--from', data);
    expect([code, err]).toEqual([1, expect.stringContaining('is no backup')]);
  });
});
