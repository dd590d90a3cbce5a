import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { turn } from '../../fixtures/test-clock.ts';
import { BackendFixture, listed, PLAYER } from '../backend-fixture.ts';

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
