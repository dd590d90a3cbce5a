import { describe, expect, it } from 'vitest';
import type { Admission } from '../../src/domain/admission.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { HEIR, openIdentity as open, VICTIM } from '../actors/identity/identity-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const MAX_PLAYERS = 10;
/** As many as there are places: each has a uuid of its own, which nobody else is known by. */
const CLAIMS = Array.from({ length: MAX_PLAYERS }, (_, at) => testPlayer(100 + at).uuid);

/** Victim is there while nobody can be asked, and others have logged in under that name, by these claims, and wait. */
async function openWaiting() {
  const fixture = await open();
  const { accounts, clock, edge } = fixture;
  accounts.away = true;
  await edge.enter(VICTIM.name, VICTIM.uuid);
  const logins: { uuid: Uuid; admission: Admission; claim: Uuid }[] = [];
  for (const claim of CLAIMS) logins.push({ ...(await edge.login(VICTIM.name, claim)), claim });
  expect(logins.filter(({ admission }) => admission.allow)).toHaveLength(CLAIMS.length);
  /** The server behind lets the next one pass. */
  const letIn = (): void => {
    const next = logins.shift();
    if (next !== undefined) edge.join(next.uuid, VICTIM.name, null, next.claim);
  };
  await clock.advance(1_000);
  return { ...fixture, letIn };
}

describe('who waits under the name of a player takes no place of theirs', () => {
  it('when maintenance kicks everybody', async () => {
    const { clock, edge, network, letIn } = await openWaiting();
    await network.proxy.update({ maintenance: true }, true);
    await clock.advance(10);
    expect(edge.sessions).toEqual([]);
    letIn();
    letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
    expect(network.players.onlineCount).toBe(0);
  });

  it('when maintenance kicks a player who is told another uuid at that moment', async () => {
    const { accounts, clock, edge, network, letIn } = await openWaiting();
    accounts.away = false;
    accounts.set(VICTIM.name, HEIR.uuid);
    edge.correctionTakesMs = 5_000;
    for (let tenth = 0; tenth < 1_300 && edge.corrections.length === 0; tenth += 1) await clock.advance(100);
    expect(edge.corrections).toContainEqual({ name: VICTIM.name, uuid: HEIR.uuid });
    await network.proxy.update({ maintenance: true }, true);
    await clock.advance(10);
    expect(edge.sessions).toEqual([]);
    letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });

  it('when an admin kicks the player from a closed network', async () => {
    const { clock, edge, network, letIn } = await openWaiting();
    await network.proxy.update({ maintenance: true });
    await network.players.kick(VICTIM.uuid, 'out');
    letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });

  it('when the player leaves a closed network', async () => {
    const { clock, edge, network, letIn } = await openWaiting();
    await network.proxy.update({ maintenance: true });
    for (const session of Array.from(edge.sessions)) edge.leave(session);
    letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toEqual([]);
  });

  it('while the player is there, in a closed network', async () => {
    const { clock, edge, network, letIn } = await openWaiting();
    await network.proxy.update({ maintenance: true });
    letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
  });

  it('while the player is there, in a full network', async () => {
    const { clock, edge, second, network, letIn } = await openWaiting();
    // Their slots run out.
    await clock.advance(31_000);
    await network.proxy.update({ maxPlayers: MAX_PLAYERS });
    for (let number = 1; number < MAX_PLAYERS; number += 1) {
      const { uuid, name } = testPlayer(200 + number, `Guest${number}`);
      expect(await second.enter(name, uuid)).toBeDefined();
    }
    for (const _ of CLAIMS) letIn();
    await clock.advance(1_000);
    expect(network.players.onlineCount).toBe(MAX_PLAYERS);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
  });

  it('but one place, when the edge is told who the player is in a closed network', async () => {
    const { accounts, clock, edge, network, letIn } = await openWaiting();
    await network.proxy.update({ maintenance: true });
    accounts.set(VICTIM.name, HEIR.uuid);
    accounts.away = false;
    const isTold = (): boolean => edge.sessions.some(({ uuid }) => uuid === HEIR.uuid);
    for (let second = 0; second < 130 && !isTold(); second += 1) await clock.advance(1_000);
    for (const _ of CLAIMS) letIn();
    await clock.advance(1_000);
    expect(edge.sessions).toMatchObject([{ uuid: HEIR.uuid, name: VICTIM.name }]);
    expect(network.players.onlineCount).toBe(1);
  });
});
