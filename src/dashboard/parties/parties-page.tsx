import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partiesQuery } from '../api/queries.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { PartyCard } from '../widgets/party-card.tsx';
import css from './parties-page.module.css';

/** Beyond this many, searching is the way to find one. */
const SHOWN_AT_MOST = 60;

/** All parties as the proxies report them. */
export default function PartiesPage() {
  const { data: parties, error, refetch } = useQuery(partiesQuery);
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const found = parties?.filter(({ members }) =>
    members.some(({ name }) => name.toLowerCase().includes(wanted)),
  );
  const note = parties === undefined ? undefined : `${parties.length} parties, asked for every 5 seconds`;
  return (
    <>
      <PageHeader title="Parties" note={note}>
        <SearchBox label="Search by member" value={search} onChange={setSearch} />
      </PageHeader>
      {found === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : found.length === 0 ? (
        <EmptyState
          title={search === '' ? 'No parties' : `Nobody called “${search}” is in a party`}
          advice="Parties come from the party plugin of the proxy, if it has one."
        />
      ) : (
        <div className={css.grid}>
          {found.slice(0, SHOWN_AT_MOST).map((party) => (
            <PartyCard key={party.id} party={party} />
          ))}
        </div>
      )}
      {found !== undefined && found.length > SHOWN_AT_MOST && (
        <p className={css.more}>And {found.length - SHOWN_AT_MOST} more; search to find one.</p>
      )}
    </>
  );
}
