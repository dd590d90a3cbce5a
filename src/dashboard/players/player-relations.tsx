import { useQuery } from '@tanstack/react-query';
import { friendsQuery, playerPartyQuery } from '../api/queries.ts';
import type { Friend } from '../api/schema.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { PartyCard } from '../widgets/party-card.tsx';
import css from './player-relations.module.css';
import { PlayerLink } from '../widgets/player-link.tsx';
import { counted } from '../ui/count-text.ts';

/** The friends of a player. */
export function FriendsTab({ uuid }: { readonly uuid: string }) {
  return (
    <Loaded query={useQuery(friendsQuery(uuid))}>{(friends) => <FriendList friends={friends} />}</Loaded>
  );
}

function FriendList({ friends }: { readonly friends: readonly Friend[] }) {
  if (friends.length === 0) {
    return (
      <EmptyState
        title="No friends"
        advice="Friends come from the network’s friends plugin, if it has one."
      />
    );
  }
  return (
    <Card title={counted(friends.length, 'friend')}>
      <ul className={css.friends}>
        {friends.map((friend) => (
          <li key={friend.uuid}>
            <PlayerLink {...friend} />
            <span className={css.since}>
              became friends <DateText date={friend.friendSince} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The party of a player. */
export function PartyTab({ uuid }: { readonly uuid: string }) {
  return (
    <Loaded query={useQuery(playerPartyQuery(uuid))}>
      {(party) =>
        party === null ? (
          <EmptyState
            title="Not in a party"
            advice="Parties come from the proxy’s party plugin, if it has one."
          />
        ) : (
          <PartyCard party={party} />
        )
      }
    </Loaded>
  );
}
