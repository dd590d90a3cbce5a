import { useQuery } from '@tanstack/react-query';
import { proxyQuery } from '../api/queries.ts';

export default function OverviewPage() {
  const { data } = useQuery(proxyQuery);
  return <h1>{data?.onlinePlayers ?? '–'} players online</h1>;
}
