import { describe, expect, it } from 'vitest';
import { DAY, MALLORY, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const OTHER = testPlayer(7, 'Other');

describe('a ban from a row that is out of date', () => {
  it('does not fall on the player whose uuid was claimed: it is refused, and says whose the name is', async () => {
    for (const hasLeft of [false, true]) {
      const { accounts, clock, edge, ban } = await open();
      accounts.away = true;
      const claimer = await edge.enter('Mallory', VICTIM.uuid);
      await clock.advance(60_000);
      accounts.away = false;
      await edge.login('Mallory', null);
      await clock.advance(1_000);
      if (hasLeft && claimer !== undefined) for (const one of Array.from(edge.sessions)) edge.leave(one);
      await clock.advance(60_000);
      await expect(ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({
        code: 'name_of_another',
        message: expect.stringContaining(MALLORY.uuid),
      });
      expect((await edge.login('Victim', null)).admission).toEqual({ allow: true });
      await ban(MALLORY.uuid, 'Mallory');
      expect((await edge.login('Mallory', null)).admission).toMatchObject({ code: 'banned' });
    }
  });

  it('does not fall on the player who proved since who they are', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    accounts.away = false;
    const victim = await edge.enter('Victim', null);
    await clock.advance(1_000);
    await expect(ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    expect(edge.has(victim)).toBe(true);
  });

  it('does not fall on the player whose uuid was claimed, although both names were proved since', async () => {
    const { accounts, clock, edge, ban } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid);
    accounts.away = false;
    await clock.advance(120_000);
    const victim = await edge.enter('Victim', null);
    await edge.login('Mallory', null);
    await clock.advance(1_000);
    await expect(ban(VICTIM.uuid, 'mallory')).rejects.toMatchObject({ code: 'name_of_another' });
    expect(edge.has(victim)).toBe(true);
    expect(await ban(VICTIM.uuid, 'Mistyped')).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
  });

  it('does not fall on a player whom nobody knows, under a name that a proxy vouched for', async () => {
    const { proxy, ban } = await open(false);
    proxy().connect().enter(testPlayer(0x400, 'Mallory'));
    await expect(ban(VICTIM.uuid, 'Mallory')).rejects.toMatchObject({ code: 'name_of_another' });
  });

  it('moves to whom the name is proved to be, where only a game server had said so', async () => {
    for (const first of ['Mallory', 'Victim'] as const) {
      const { accounts, clock, edge, backend, ban } = await open();
      accounts.away = true;
      await edge.enter('Mallory', VICTIM.uuid, 'lobby');
      await clock.advance(60_000);
      backend('lobby').connect({ players: [MALLORY.uuid], names: ['Mallory'] });
      await clock.advance(60_000);
      await ban(VICTIM.uuid, 'Mallory');
      await clock.advance(1_000);
      expect(edge.sessions, 'whoever is there under the name is out').toEqual([]);
      accounts.away = false;
      for (const name of first === 'Mallory' ? ['Mallory', 'Victim'] : ['Victim', 'Mallory']) {
        expect((await edge.login(name, null)).admission.allow, name).toBe(name === 'Victim');
      }
    }
  });
});

describe('a ban of a player under another name than the network knows', () => {
  it('falls on the player: the uuid decides, and the known name is shown', async () => {
    const { clock, edge, ban } = await open();
    await edge.enter('Mallory', null);
    const victim = await edge.enter('Victim', null);
    if (victim !== undefined) edge.leave(victim);
    await clock.advance(60_000);
    expect(await ban(VICTIM.uuid, 'Mallory')).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
    expect((await edge.login('Mallory', null)).admission).toEqual({ allow: true });
  });

  it('falls on nobody else where nothing proves a name: the row says under which one the player is known', async () => {
    for (const hasLeft of [false, true]) {
      const { clock, edge, ban } = await open(false);
      const victim = await edge.enter('Victim', VICTIM.uuid);
      const mallory = await edge.enter('Mallory', MALLORY.uuid);
      await clock.advance(60_000);
      if (hasLeft && mallory !== undefined) edge.leave(mallory);
      await clock.advance(60_000);
      expect(await ban(MALLORY.uuid, 'Victim')).toMatchObject({ uuid: MALLORY.uuid, name: 'Mallory' });
      await clock.advance(1_000);
      expect(edge.has(victim)).toBe(true);
      expect((await edge.login('Victim', VICTIM.uuid)).admission).toEqual({ allow: true });
      expect((await edge.login('Mallory', MALLORY.uuid)).admission).toMatchObject({ code: 'banned' });
    }
  });

  it('keeps the name that was given where the row only has that of somebody who claimed the uuid', async () => {
    const { accounts, clock, edge, backend, ban } = await open();
    accounts.away = true;
    await edge.enter('Mallory', VICTIM.uuid, 'lobby');
    await clock.advance(60_000);
    backend('lobby').connect({ players: [MALLORY.uuid], names: ['Mallory'] });
    await clock.advance(60_000);
    accounts.away = false;
    expect(await ban()).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
    expect((await edge.login('Victim', null)).admission).toMatchObject({ code: 'banned' });
    expect((await edge.login('Mallory', null)).admission).toEqual({ allow: true });
  });

  it('falls on a player who is known by a proof and was never online', async () => {
    const { edge, ban } = await open();
    await edge.login('Victim', null);
    await edge.login('Mallory', null);
    expect(await ban(VICTIM.uuid, 'Mallory')).toMatchObject({ uuid: VICTIM.uuid });
    expect((await edge.login('Mallory', null)).admission).toEqual({ allow: true });
  });

  it('falls on a player who had that name long before it was handed on, and stays there', async () => {
    const { accounts, clock, edge, ban } = await open();
    const session = await edge.enter('Victim', null);
    if (session !== undefined) edge.leave(session);
    await clock.leap(50 * DAY);
    accounts.set('Victim', OTHER.uuid);
    await edge.login('Victim', null);
    expect(await ban(VICTIM.uuid, 'Victim')).toMatchObject({ uuid: VICTIM.uuid, name: 'Victim' });
    accounts.set('NewName', VICTIM.uuid);
    expect((await edge.login('NewName', null)).admission).toMatchObject({ code: 'banned' });
    expect((await edge.login('Victim', null)).admission).toEqual({ allow: true });
  });
});
