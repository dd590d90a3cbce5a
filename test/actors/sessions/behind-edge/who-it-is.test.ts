import { describe, expect, it } from 'vitest';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { FakeEdge } from '../../identity/fake-edge.ts';
import { MALLORY, openIdentity, VICTIM } from '../../identity/identity-fixture.ts';
import { openFixture } from '../../network-fixture.ts';

const BEHIND = { behindEdge: true };

describe('who a player of an edge and an agent is', () => {
  it('is who the agent says: the edge is told, and goes on with the one session', async () => {
    const { network, clock, edge, proxy, events } = await openIdentity(false);
    const agent = proxy('agent', BEHIND).connect();
    const session = await edge.enter('Victim', MALLORY.uuid);
    expect(network.players.uuidOf('Victim')).toBe(MALLORY.uuid);
    await network.proxy.update({ maintenance: true }, false);
    agent.join(VICTIM, 'lobby');
    expect(edge.corrections).toEqual([{ name: 'Victim', uuid: VICTIM.uuid }]);
    await clock.advance(60_000);
    expect(network.players.uuidOf('Victim')).toBe(VICTIM.uuid);
    expect(network.players.onlineCount).toBe(1);
    expect(edge.kicks).toEqual([]);
    expect(edge.has(session) || edge.sessions.length === 1).toBe(true);
    expect(events('player_join').map(({ uuid }) => uuid)).toEqual([MALLORY.uuid, VICTIM.uuid]);
    for (const one of edge.sessions) edge.leave(one);
    expect(network.players.onlineCount).toBe(0);
  });

  it('is who the agent says also where the edge reports them later by another uuid', async () => {
    const { network, clock, edge, proxy } = await openIdentity(false);
    const agent = proxy('agent', BEHIND).connect();
    const { uuid } = await edge.login('Victim', MALLORY.uuid);
    expect(agent.login(VICTIM).allow).toBe(true);
    expect(network.vitals().slotsReserved).toBe(1);
    agent.join(VICTIM);
    edge.join(uuid, 'Victim');
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(1);
    expect(network.players.uuidOf('Victim')).toBe(VICTIM.uuid);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
    expect([...edge.kicks, ...agent.kicks]).toEqual([]);
  });

  it('is who the agent says also by its list, after a restart of the coordinator', async () => {
    const { network, clock, edge, proxy } = await openIdentity(false);
    const agent = proxy('agent', BEHIND);
    agent.players.set(VICTIM.uuid, { player: VICTIM, server: 'lobby', joinedAt: clock.now() });
    await edge.enter('Victim', MALLORY.uuid);
    agent.connect();
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(1);
    expect(edge.sessions).toMatchObject([{ uuid: VICTIM.uuid }]);
  });

  it('is decided with the uuid of the agent: whoever is banned by that is refused, whatever they claimed', async () => {
    const { clock, edge, proxy, ban } = await openIdentity(false);
    const agent = proxy('agent', BEHIND).connect();
    await ban(VICTIM.uuid, 'Former_Name');
    expect((await edge.login('Victim', null)).admission.allow).toBe(true);
    expect(agent.login(VICTIM)).toMatchObject({ allow: false, code: 'banned' });
    agent.join(VICTIM);
    await clock.advance(0);
    expect(agent.players.size).toBe(0);
  });

  it('is the player of the name where servers check no accounts: one session by the uuid that is made of it', async () => {
    const { network, clock, proxy, events } = await openFixture({ edgeIdentity: 'offline' });
    const edge = new FakeEdge(network, clock, 'edge', 'offline');
    const agent = proxy('agent', BEHIND).connect();
    const uuid = offlineUuid('Ann');
    await edge.login('Ann', null);
    agent.enter({ uuid, name: 'Ann', ip: '10.0.0.1' }, 'lobby');
    const session = edge.join(uuid, 'Ann', null, null);
    await clock.advance(60_000);
    expect(events('player_join')).toHaveLength(1);
    edge.leave(session);
    expect(network.players.onlineCount).toBe(0);
    expect(edge.kicks).toEqual([]);
  });

  it('is nobody else for a claim at another edge: who only claims the uuid of an agent’s player is told who they are', async () => {
    const { network, clock, edge, second, proxy } = await openIdentity(false);
    const agent = proxy('agent', BEHIND).connect();
    agent.enter(VICTIM, 'lobby');
    await edge.enter('Victim', VICTIM.uuid);
    second.join(VICTIM.uuid, 'Mallory');
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(2);
    expect(second.sessions[0]?.uuid).not.toBe(VICTIM.uuid);
    expect(agent.kicks).toEqual([]);
    second.leave(second.sessions[0] as never);
    expect(network.players.uuidOf('Victim')).toBe(VICTIM.uuid);
  });
});
