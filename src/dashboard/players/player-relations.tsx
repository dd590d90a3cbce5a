import { useQuery } from '@tanstack/react-query';
import { friendsQuery, playerPartyQuery } from '../api/queries.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { PartyCard } from '../widgets/party-card.tsx';
import css from './player-relations.module.css';
import { PlayerLink } from '../widgets/player-link.tsx';

export function FriendsTab({ uuid }: { readonly uuid: string }) {
  const { data: friends, error, refetch } = useQuery(friendsQuery(uuid));
  if (friends === undefined) {
    return error === null ? <Loading /> : <ErrorState error={error} retry={() => void refetch()} />;
  }
  if (friends.length === 0) {
    return (
      <EmptyState title="No friends" advice="Friends come from the friends plugin, if the network has one." />
    );
  }
  return (
    <Card title={friends.length === 1 ? '1 friend' : `${friends.length} friends`}>
      <ul className={css.friends}>
        {friends.map((friend) => (
          <li key={friend.uuid}>
            <PlayerLink {...friend} />
            <span className={css.since}>
              friends since <DateText date={friend.friendSince} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function PartyTab({ uuid }: { readonly uuid: string }) {
  const { data: party, error, refetch } = useQuery(playerPartyQuery(uuid));
  if (party === undefined) {
    return error === null ? <Loading /> : <ErrorState error={error} retry={() => void refetch()} />;
  }
  if (party === null) {
    return (
      <EmptyState
        title="In no party"
        advice="Parties come from the party plugin of the proxy, if it has one."
      />
    );
  }
  return <PartyCard party={party} />;
}
