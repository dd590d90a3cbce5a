import { beforeEach, expect, test } from 'vitest';
import type { LoginBlockStore, Storage } from '../../src/actors/ports.ts';

const block = (digit: string, lastLogin: number) => ({ hash: digit.repeat(64), lastLogin });

/** What every store of login blocks promises. */
export function loginBlockContract(store: () => LoginBlockStore): void {
  let blocks: LoginBlockStore;
  beforeEach(() => {
    blocks = store();
  });

  test('blocks are read newest first, after a moment and up to a number', async () => {
    await blocks.save([block('a', 1_000), block('b', 3_000), block('c', 2_000)], 0, 10);
    expect(await blocks.newest(0, 10)).toEqual([block('b', 3_000), block('c', 2_000), block('a', 1_000)]);
    expect(await blocks.newest(1_000, 10)).toEqual([block('b', 3_000), block('c', 2_000)]);
    expect(await blocks.newest(0, 1)).toEqual([block('b', 3_000)]);
  });

  test('a block that logs in again has one row, with the new time', async () => {
    await blocks.save([block('a', 1_000), block('b', 2_000)], 0, 10);
    await blocks.save([block('a', 1_760_000_000_000)], 0, 10);
    expect(await blocks.newest(0, 10)).toEqual([block('a', 1_760_000_000_000), block('b', 2_000)]);
  });

  test('old blocks are forgotten, and all but the newest', async () => {
    await blocks.save([block('a', 1_000), block('b', 2_000), block('c', 3_000)], 0, 10);
    await blocks.save([block('d', 4_000)], 1_000, 10);
    expect((await blocks.newest(0, 10)).map(({ lastLogin }) => lastLogin)).toEqual([4_000, 3_000, 2_000]);
    await blocks.save([block('e', 5_000)], 0, 2);
    expect((await blocks.newest(0, 10)).map(({ lastLogin }) => lastLogin)).toEqual([5_000, 4_000]);
    await blocks.save([], 4_500, 2);
    expect(await blocks.newest(0, 10)).toEqual([block('e', 5_000)]);
  });
}

/** What it promises of those of logins and those of agents together. */
export function separateBlocksContract(storage: () => Pick<Storage, 'loginBlocks' | 'agentBlocks'>): void {
  test('blocks of agents push out none that logged in, and are no such', async () => {
    const { loginBlocks, agentBlocks } = storage();
    await loginBlocks.save([block('a', 1_000)], 0, 2);
    await agentBlocks.save([block('b', 2_000), block('c', 3_000), block('d', 4_000)], 1_500, 2);
    expect(await loginBlocks.newest(0, 10)).toEqual([block('a', 1_000)]);
    expect((await agentBlocks.newest(0, 10)).map(({ lastLogin }) => lastLogin)).toEqual([4_000, 3_000]);
  });
}
