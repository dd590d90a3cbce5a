import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { turn } from '../../fixtures/test-clock.ts';
import { ADMIN, BackendFixture, listed, PLAYER } from '../backend-fixture.ts';

let fixture: BackendFixture;
beforeEach(async () => {
  fixture = new BackendFixture();
  fixture.host.obstacle = () => null;
  fixture.features.add('transfers');
  await fixture.backend.open();
  fixture.network([listed('lobby'), listed('near'), listed('far')]);
});
afterEach(() => fixture.backend.close());

const answerReach = (servers: readonly string[] | null): void => {
  fixture.answer = () => ({ type: 'reach', re: 1, servers });
};
const NOT_MOVED = 'Bob: far does not take you at the moment.';
const offer = { type: 'player.offer' as const, uuid: PLAYER.uuid, server: 'far', message: 'far is back.' };

it('a menu behind an edge offers only what the player can reach, beside their own server', async () => {
  answerReach(['near']);
  await fixture.type(PLAYER, 'hubs');
  expect(fixture.requests).toEqual([{ type: 'player.reach', uuid: PLAYER.uuid }]);
  expect(fixture.host.choices(PLAYER)).toEqual(['near']);
  expect(JSON.stringify(fixture.host.shown.get(PLAYER.uuid))).toContain('lobby');
  expect(JSON.stringify(fixture.host.shown.get(PLAYER.uuid))).not.toContain('far');
});

it('a player whose game cannot be sent anywhere reads why, and sees no menu', async () => {
  answerReach(['near']);
  fixture.host.obstacle = () => '&cToo old';
  await fixture.type(PLAYER, 'hubs');
  expect(fixture.host.lines).toEqual(['Bob: Too old']);
  expect(fixture.host.shown.size).toBe(0);
});

it('behind a proxy every server is offered, whatever the game is', async () => {
  answerReach(null);
  fixture.host.obstacle = () => '&cToo old';
  await fixture.type(PLAYER, 'hubs');
  expect(fixture.host.choices(PLAYER)).toEqual(['far', 'near']);
});

it('and so it is where the coordinator does not know the feature, without a question', async () => {
  fixture.features.clear();
  await fixture.type(PLAYER, 'hubs');
  expect(fixture.requests).toEqual([]);
  expect(fixture.host.choices(PLAYER)).toEqual(['far', 'near']);
});

it('a player of whom nothing is known yet reads that there is no menu now', async () => {
  fixture.answer = () => Promise.reject(new AppError('player_offline'));
  await fixture.type(PLAYER, 'hubs');
  expect(fixture.host.shown.size).toBe(0);
  expect(fixture.host.lines).toHaveLength(1);
});

describe('what a player can reach', () => {
  const asked = (type: string): number => fixture.requests.filter((request) => request.type === type).length;

  it('is asked once in five seconds, however often they open menus', async () => {
    answerReach(['near']);
    for (let typed = 0; typed < 5; typed += 1) await fixture.type(PLAYER, 'hubs');
    expect(asked('player.reach')).toBe(1);
    answerReach(['far']);
    await fixture.type(PLAYER, 'hubs');
    expect(asked('player.reach')).toBe(2);
    expect(fixture.host.choices(PLAYER)).toEqual(['far']);
  });

  it('is asked once while the answer is awaited', async () => {
    let answer: (reach: unknown) => void = () => {};
    fixture.answer = () => new Promise((resolve) => (answer = resolve));
    await fixture.type(PLAYER, 'hubs');
    await fixture.type(PLAYER, 'games');
    expect(asked('player.reach')).toBe(1);
    answer({ type: 'reach', re: 1, servers: ['near'] });
    await turn();
    expect(fixture.host.title(PLAYER)).toBe('Games');
  });

  it('is asked anew when they come again', async () => {
    answerReach(['near']);
    await fixture.type(PLAYER, 'hubs');
    fixture.host.listener?.left(PLAYER.uuid);
    answerReach(['far']);
    await fixture.type(PLAYER, 'hubs');
    expect(fixture.host.choices(PLAYER)).toEqual(['far']);
  });

  it('is asked anew after a server did not take them', async () => {
    answerReach(['near']);
    await fixture.type(PLAYER, 'hubs');
    fixture.answer = () => Promise.reject(new AppError('platform_unavailable'));
    await fixture.click(PLAYER, 'near');
    answerReach(['far']);
    await fixture.type(PLAYER, 'hubs');
    expect(fixture.host.choices(PLAYER)).toEqual(['far']);
  });

  it('is asked anew two seconds after it could not be said', async () => {
    fixture.answer = () => Promise.reject(new AppError('player_offline'));
    await fixture.type(PLAYER, 'hubs');
    answerReach(['near']);
    await fixture.type(PLAYER, 'hubs');
    expect(asked('player.reach')).toBe(1);
    await fixture.type(PLAYER, 'hubs');
    expect(fixture.host.choices(PLAYER)).toEqual(['near']);
  });

  it('fills the log with one line a minute where nobody can be told, whoever asks', async () => {
    fixture.answer = () => Promise.reject(new AppError('overloaded'));
    for (const player of [PLAYER, ADMIN, PLAYER, ADMIN]) await fixture.type(player, 'hubs');
    const lines = () => fixture.log.lines.filter(({ event }) => event === 'menu.reach-unknown');
    expect(lines()).toMatchObject([{ code: 'overloaded', uuid: PLAYER.uuid, times: 1 }]);
    await fixture.clock.advance(60_000);
    expect(lines()).toMatchObject([{ times: 1 }, { code: 'overloaded', uuid: ADMIN.uuid, times: 3 }]);
  });
});

it('who asks to be moved without a pause costs three requests, and then one in two seconds', async () => {
  fixture.features.clear();
  for (let second = 0; second < 10; second += 1) {
    await fixture.type(PLAYER, 'hubs');
    const { showing = 0, view } = fixture.host.shown.get(PLAYER.uuid) ?? {};
    const slot = view?.items.find(({ clickable }) => clickable)?.slot ?? 0;
    fixture.host.listener?.click(PLAYER, showing, slot);
    await turn();
  }
  expect(fixture.requests).toHaveLength(7);
  expect(fixture.host.lines).toEqual(Array.from({ length: 3 }, () => NOT_MOVED));
});

it('nobody is offered the way back to a server that they cannot reach', async () => {
  answerReach(['near']);
  fixture.receive(offer);
  await turn();
  await turn();
  expect(fixture.host.lines).toEqual([]);
  answerReach(['near', 'far']);
  fixture.receive(offer);
  await turn();
  await turn();
  expect(fixture.host.lines).toEqual(['Bob: far is back.']);
  expect(fixture.host.shown.size).toBe(1);
});
