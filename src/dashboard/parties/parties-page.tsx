import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { partiesQuery } from '../api/queries.ts';
import type { Party } from '../api/schema.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { HeldCards } from '../ui/table/held-cards.tsx';
import { useAddressSearch } from '../ui/way-back/use-address-search.ts';
import { useListPlace } from '../ui/way-back/use-list-place.ts';
import { PartyCard } from '../widgets/party-card.tsx';
import css from './parties-page.module.css';
import { counted, countText } from '../ui/count-text.ts';

/** Parties beyond these are found with the search. */
const MAX_SHOWN = 60;

/** All parties as the proxies report them. */
export default function PartiesPage() {
  const { data: parties, error, refetch } = useQuery(partiesQuery);
  const [search, setSearch] = useAddressSearch();
  useListPlace('Parties');
  const searched = search.toLowerCase();
  const found = useMemo(
    () => parties?.filter(({ members }) => members.some(({ name }) => name.toLowerCase().includes(searched))),
    [parties, searched],
  );
  const note =
    parties === undefined
      ? undefined
      : `${counted(parties.length, 'party', 'parties')} · updated every 5 seconds`;
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
            <PartyGrid parties={shown} search={search} />
          )
        }
      </Loaded>
    </>
  );
}

const keyOf = ({ id }: Party) => id;

function PartyGrid({ parties, search }: { readonly parties: readonly Party[]; readonly search: string }) {
  const more = parties.length - MAX_SHOWN;
  const shown = useMemo(() => parties.slice(0, MAX_SHOWN), [parties]);
  return (
    <>
      <HeldCards
        label="Parties"
        items={shown}
        keyOf={keyOf}
        search={search}
        className={css.grid ?? ''}
        card={(party) => <PartyCard party={party} />}
      />
      {more > 0 && <p className={css.more}>And {countText(more)} more. Use the search to find them.</p>}
    </>
  );
}
