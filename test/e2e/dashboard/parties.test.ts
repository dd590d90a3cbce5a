import { test } from 'vitest';
import { read, until } from './api.ts';
import { useWindows } from './desk.ts';

const windows = useWindows();

test('parties are listed with leader and members, and found by a member', async () => {
  const page = await windows.admin('/parties');
  const party = await until(async () => {
    const all = await read<{ leader: { name: string }; members: { name: string }[] }[]>('/parties');
    return all.find(({ members }) => members.length > 1);
  });
  const member = party.members.find(({ name }) => name !== party.leader.name) ?? party.leader;
  await page.getByRole('searchbox').fill(member.name);
  const card = page.getByRole('region', { name: `${party.leader.name}’s party` });
  await card.getByText('Leader').waitFor();
  await card.getByRole('link', { name: member.name }).waitFor();
  await page.getByRole('searchbox').fill('nobody is called this');
  await page.getByText('is in a party').waitFor();
});
