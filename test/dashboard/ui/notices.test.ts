import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../src/dashboard/problem.ts';
import { noticeStore } from '../../../src/dashboard/ui/notice/notice-store.ts';
import { notifyFailure, notifySuccess } from '../../../src/dashboard/ui/notice/notify.ts';

const shown = () => noticeStore.getSnapshot().context.notices;

beforeEach(() => {
  for (const { id } of shown()) noticeStore.send({ type: 'closed', id });
});

test('notices come in the order in which they were said, and closing one leaves the others', () => {
  notifySuccess('Saved');
  notifySuccess('Saved');
  notifySuccess('Removed');
  const [first] = shown();
  noticeStore.send({ type: 'closed', id: first?.id ?? 0 });
  expect(shown().map(({ message }) => message)).toEqual(['Saved', 'Removed']);
});

test('a failure says what failed, why, and what to do', () => {
  notifyFailure(
    'The ban was not set',
    new ApiError({ code: 'internal', status: 500, detail: 'It failed.' }, null),
  );
  expect(shown()).toMatchObject([{ title: 'The ban was not set', color: 'red' }]);
  expect(shown()[0]?.message).toMatch(/^\S.*\. \S/);
});

test('of many the newest twenty are kept', () => {
  for (let at = 0; at < 50; at += 1) notifySuccess(`${at}`);
  expect(shown().map(({ message }) => message)).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 30}`));
});
