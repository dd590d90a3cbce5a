import { expect, test } from 'vitest';
import { DataFolderWatch } from '../../../src/commands/roles/data-folder-watch.ts';
import { FolderInUse } from '../../../src/config/files/data-folder-lock.ts';
import { LevelledLog } from '../../fixtures/levelled-log.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

function watching(looks: readonly (() => Promise<boolean>)[]) {
  const clock = new TestClock();
  const logger = new LevelledLog();
  let at = -1;
  const keep = () => looks[Math.min((at += 1), looks.length - 1)]?.() ?? Promise.resolve(false);
  const watch = new DataFolderWatch({ held: { keep }, dataFolder: '/srv/data', clock, logger });
  return { clock, logger, watch, looks: () => at + 1 };
}

const gone = () => Promise.reject(new Error('ENOENT: no such file or directory'));
const held = () => Promise.resolve(false);

test('a folder that is gone is said once with what to do, and once when it is back', async () => {
  const { clock, logger, watch, looks } = watching([held, gone, gone, gone, held, held]);
  for (let time = 0; time < 6; time += 1) await clock.advance(3_000);
  watch.close();
  await clock.advance(30_000);
  expect(looks()).toBe(6);
  expect(logger.lines.map(({ event }) => event)).toEqual(['data-folder.lost', 'data-folder.recovered']);
  expect(logger.lines[0]).toMatchObject({ level: 'error', detail: expect.stringContaining('/srv/data') });
});

test('a lock that was taken anew is a warning', async () => {
  const { clock, logger } = watching([() => Promise.resolve(true), held]);
  await clock.advance(10_000);
  expect(logger.lines).toEqual([
    expect.objectContaining({ level: 'warn', event: 'data-folder.locked-anew' }),
  ]);
});

test('a folder that another coordinator has locked ends this one, by its name', async () => {
  const { clock, logger, watch } = watching([
    () => Promise.reject(new FolderInUse('/srv/data', 'process 4711', undefined)),
  ]);
  await clock.advance(3_000);
  expect(await watch.taken).toBe('process 4711');
  expect(logger.at('error')).toMatchObject([{ event: 'data-folder.taken', by: 'process 4711' }]);
});
