import { test } from 'vitest';
import { read } from './api.ts';
import { waitUntil } from './coordinator-api.ts';
import { useWindows } from './dashboard-fixture.ts';

const windows = useWindows();

test('parties are listed with leader and members, and found by the name of a member', async () => {
  const page = await windows.admin('/parties');
  // Parties end at any time; then the next attempt takes another one.
  const member = await waitUntil(async () => {
    const all = await read<{ leader: { name: string }; members: { name: string }[] }[]>('/parties');
    const party = all.find(({ members }) => members.length > 1);
    const name = party?.members.find((it) => it.name !== party.leader.name)?.name;
    if (party === undefined || name === undefined) return undefined;
    await page.getByRole('searchbox').fill(name);
    const card = page.getByRole('region', { name: `${party.leader.name}’s party` });
    const isShown = await card
      .getByRole('link', { name, exact: true })
      .waitFor({ timeout: 6000 })
      .then(
        () => true,
        () => false,
      );
    return isShown && (await card.getByRole('img', { name: 'Leader' }).count()) === 1 ? name : undefined;
  });
  await page.getByRole('searchbox').fill(`${member} and more`);
  await page.getByText('No party member matches').waitFor();
});
