import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { partiesQuery } from '../api/queries.ts';
import type { Party } from '../api/schema.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { PartyCard } from '../widgets/party-card.tsx';
import css from './parties-page.module.css';

/** Parties beyond these are found with the search. */
const MAX_SHOWN = 60;

/** All parties as the proxies report them. */
export default function PartiesPage() {
  const { data: parties, error, refetch } = useQuery(partiesQuery);
  const [search, setSearch] = useState('');
  const searched = search.toLowerCase();
  const found = parties?.filter(({ members }) =>
    members.some(({ name }) => name.toLowerCase().includes(searched)),
  );
  const note = parties === undefined ? undefined : `${parties.length} parties · updated every 5 seconds`;
  return (
    <>
      <PageHeader title="Parties" note={note}>
        <SearchBox label="Search by member" value={search} onChange={setSearch} />
      </PageHeader>
      <Loaded query={{ data: found, error, refetch }}>
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState
              title={search === '' ? 'No parties' : `No party member matches “${search}”`}
              advice="Parties come from the proxy’s party plugin, if it has one."
            />
          ) : (
            <PartyGrid parties={shown} />
          )
        }
      </Loaded>
    </>
  );
}

function PartyGrid({ parties }: { readonly parties: readonly Party[] }) {
  const more = parties.length - MAX_SHOWN;
  return (
    <>
      <div className={css.grid}>
        {parties.slice(0, MAX_SHOWN).map((party) => (
          <PartyCard key={party.id} party={party} />
        ))}
      </div>
      {more > 0 && <p className={css.more}>And {more} more. Use the search to find them.</p>}
    </>
  );
}
