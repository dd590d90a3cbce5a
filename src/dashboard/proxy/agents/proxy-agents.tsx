import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coordinatorVersionQuery, proxiesQuery } from '../../api/queries.ts';
import type { ConnectedProxy } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/count-text.ts';
import { Loaded } from '../../ui/states.tsx';
import { ConnectProxy } from './connect-proxy.tsx';
import { ServerDifferences } from './server-differences.tsx';
import css from './proxy-agents.module.css';

/** The proxies that are connected, with the versions of their agents; where there is none yet, how to connect one. */
export function ProxyAgents() {
  const query = useQuery(proxiesQuery);
  const [isAdding, setAdding] = useState(false);
  const isFirst = query.data?.every(({ platform }) => platform === 'edge') ?? false;
  const isShown = isFirst || isAdding;
  return (
    <Card
      title={isFirst ? 'Connect your first proxy' : 'Proxies'}
      aside={query.data === undefined || isFirst ? undefined : counted(query.data.length, 'connection')}
    >
      <Loaded query={query} rows={2}>
        {(proxies) => (
          <>
            {proxies.length > 0 && <ProxyList proxies={proxies} />}
            {proxies.map((proxy) => (
              <ServerDifferences key={proxy.name} proxy={proxy} />
            ))}
            {isShown ? (
              // The secret stays when the proxy for which it was made is connected.
              <ConnectProxy proxies={proxies} begun={() => setAdding(true)} />
            ) : (
              <Button className={css.add ?? ''} variant="default" size="xs" onClick={() => setAdding(true)}>
                Connect another proxy
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

const PLATFORMS: Readonly<Record<ConnectedProxy['platform'], string>> = {
  modern: 'Velocity',
  legacy: 'BungeeCord',
  edge: 'Edge',
  server: 'Server',
};

function ProxyList({ proxies }: { readonly proxies: readonly ConnectedProxy[] }) {
  const { data: own } = useQuery(coordinatorVersionQuery);
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Platform</th>
          <th scope="col">Agent{own === undefined ? '' : ` (coordinator: ${own})`}</th>
          <th scope="col" className={css.number}>
            Players
          </th>
        </tr>
      </thead>
      <tbody>
        {proxies.map((proxy) => (
          <tr key={proxy.name}>
            <th scope="row" dir="auto">
              {proxy.name}
            </th>
            <td>{PLATFORMS[proxy.platform]}</td>
            <td>
              <Version proxy={proxy} own={own} />
            </td>
            <td className={css.number}>{proxy.connected ? proxy.players.toLocaleString() : '…'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Version(props: { readonly proxy: ConnectedProxy; readonly own: string | undefined }) {
  const { version, connected } = props.proxy;
  if (!connected) return <Badge tone="red">Connection lost</Badge>;
  const isOther = props.own !== undefined && version !== props.own;
  return isOther ? <Badge tone="amber">{version}: another version</Badge> : version;
}
