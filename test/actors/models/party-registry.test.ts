import { describe, expect, it } from 'vitest';
import { type Bed, openBed } from '../network-fixture.ts';
import { people, person } from '../people.ts';

const [ANN, BEN, CAT] = [person(1, 'Ann'), person(2, 'Ben'), person(3, 'Cat')];
const PARTY = { id: 'p1', leader: ANN.uuid, members: [ANN.uuid, BEN.uuid], createdAt: 5 };

function parties({ network }: Bed): unknown {
  return JSON.parse(new TextDecoder().decode(network.parties.list().bytes));
}

describe('parties', () => {
  it('are shown as the proxy reports them, with who is online and where', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    home.enter(ANN, 'lobby');
    home.enter(BEN);
    await bed.clock.advance(1000);
    home.leave(BEN.uuid);
    home.session.parties([PARTY]);
    await bed.clock.advance(0);
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
    expect(parties(bed)).toEqual([shown]);
    expect(await bed.network.players.party(BEN.uuid)).toEqual(shown);
    home.enter(CAT);
    expect(await bed.network.players.party(CAT.uuid)).toBeNull();
    await expect(bed.network.players.party(person(9).uuid)).rejects.toMatchObject({
      code: 'player_not_found',
    });
  });

  it('are replaced whole by the next report, encoded once, and forgotten with the lease', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    home.session.parties([PARTY]);
    await bed.clock.advance(0);
    expect(bed.network.parties.list().bytes).toBe(bed.network.parties.list().bytes);
    home.session.parties([{ ...PARTY, id: 'p2' }]);
    expect(parties(bed)).toMatchObject([{ id: 'p2' }]);
    home.drop();
    await bed.clock.advance(9999);
    expect(parties(bed)).toHaveLength(1);
    await bed.clock.advance(1);
    expect(parties(bed)).toEqual([]);
  });

  it('keep the names of their members however many there are', async () => {
    const bed = await openBed();
    const home = bed.proxy().connect();
    const crowd = people(12_000);
    for (const { uuid, name } of crowd) {
      bed.storage.rows.players.set(uuid, { uuid, name, playtime: 0, firstConnection: 1, lastConnection: 1 });
    }
    const members = crowd.map(({ uuid }) => uuid);
    home.session.parties([{ ...PARTY, members }]);
    await bed.clock.advance(0);
    const party = await bed.network.players.party(ANN.uuid);
    expect(party?.members.filter(({ name }) => name === '')).toEqual([]);
  });

  it('do without names while the database is away', async () => {
    const bed = await openBed();
    bed.storage.faults.always('players.findMany', 'before');
    bed.proxy().connect().session.parties([PARTY]);
    await bed.clock.advance(0);
    expect(parties(bed)).toMatchObject([{ leader: { name: '' } }]);
    expect(bed.notes()).toContain('party.names-not-read');
  });
});
