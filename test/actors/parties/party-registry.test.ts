import { describe, expect, it } from 'vitest';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { testPlayers, testPlayer } from '../test-players.ts';

const [ANN, BEN, CAT] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben'), testPlayer(3, 'Cat')];
const PARTY = { id: 'p1', leader: ANN.uuid, members: [ANN.uuid, BEN.uuid], createdAt: 5 };

function parties({ network }: NetworkFixture): unknown {
  return JSON.parse(new TextDecoder().decode(network.parties.list().bytes));
}

describe('parties', () => {
  it('are shown as the proxy reports them, with who is online and where', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    home.enter(ANN, 'lobby');
    home.enter(BEN);
    await fixture.clock.advance(1000);
    home.leave(BEN.uuid);
    home.session.parties([PARTY]);
    await fixture.clock.advance(0);
    const shown = {
      id: 'p1',
      leader: { uuid: ANN.uuid, name: 'Ann' },
      members: [
        { uuid: ANN.uuid, name: 'Ann', isOnline: true, server: 'lobby' },
        { uuid: BEN.uuid, name: 'Ben', isOnline: false, server: '' },
      ],
      size: 2,
      createdAt: 5,
    };
    expect(parties(fixture)).toEqual([shown]);
    expect(await fixture.network.players.party(BEN.uuid)).toEqual(shown);
    home.enter(CAT);
    expect(await fixture.network.players.party(CAT.uuid)).toBeNull();
    await expect(fixture.network.players.party(testPlayer(9).uuid)).rejects.toMatchObject({
      code: 'player_not_found',
    });
  });

  it('are replaced whole by the next report, encoded once, and forgotten with the lease', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    home.session.parties([PARTY]);
    await fixture.clock.advance(0);
    expect(fixture.network.parties.list().bytes).toBe(fixture.network.parties.list().bytes);
    home.session.parties([{ ...PARTY, id: 'p2' }]);
    expect(parties(fixture)).toMatchObject([{ id: 'p2' }]);
    home.drop();
    await fixture.clock.advance(9999);
    expect(parties(fixture)).toHaveLength(1);
    await fixture.clock.advance(1);
    expect(parties(fixture)).toEqual([]);
  });

  it('keep the names of their members however many there are', async () => {
    const fixture = await openFixture();
    const home = fixture.proxy().connect();
    const crowd = testPlayers(12_000);
    for (const { uuid, name } of crowd) {
      fixture.storage.rows.players.set(uuid, {
        uuid,
        name,
        playtime: 0,
        firstConnection: 1,
        lastConnection: 1,
      });
    }
    const members = crowd.map(({ uuid }) => uuid);
    home.session.parties([{ ...PARTY, members }]);
    await fixture.clock.advance(0);
    const party = await fixture.network.players.party(ANN.uuid);
    expect(party?.members.filter(({ name }) => name === '')).toEqual([]);
  });

  it('do without names while the database is away', async () => {
    const fixture = await openFixture();
    fixture.storage.faults.always('players.findMany', 'before');
    fixture.proxy().connect().session.parties([PARTY]);
    await fixture.clock.advance(0);
    expect(parties(fixture)).toMatchObject([{ leader: { name: '' } }]);
    expect(fixture.notes()).toContain('party.names-not-read');
  });
});
