import type { Party } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { When } from '../ui/time/when.tsx';
import { PlayerLink } from './player-link.tsx';
import css from './party-card.module.css';
import { counted } from '../ui/count-text.ts';

/** A party: the leader, then the other members, each with their server. */
export function PartyCard({ party }: { readonly party: Party }) {
  const members = party.members.toSorted(
    (one, other) => Number(other.uuid === party.leader.uuid) - Number(one.uuid === party.leader.uuid),
  );
  return (
    <Card
      title={`${party.leader.name}’s party`}
      aside={
        <>
          {counted(party.size, 'member')} · created <When at={party.createdAt} />
        </>
      }
    >
      <ul className={css.members}>
        {members.map((member) => (
          <li key={member.uuid}>
            <PlayerLink {...member} />
            {member.uuid === party.leader.uuid && (
              <span className={css.leader} role="img" aria-label="Leader" title="Leader">
                <Icon name="crown" size={15} />
              </span>
            )}
            <span className={css.server}>
              {member.isOnline ? (
                <Badge tone="green">{member.server || 'Online'}</Badge>
              ) : (
                <Badge tone="grey">Offline</Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
