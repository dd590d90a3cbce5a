import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { newestBansQuery, playerQuery } from '../api/queries.ts';
import type { PlayerDetail } from '../api/schema.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { serverClock } from '../ui/time/server-clock.ts';
import { durationText, isBeyondDates } from '../ui/time/time-text.ts';
import { useNow } from '../ui/time/use-now.ts';
import { When } from '../ui/time/when.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { BanDialog, KickDialog, UnbanDialog } from './player-dialogs.tsx';
import { PlayerAvatar } from '../widgets/player-avatar.tsx';
import { FriendsTab, PartyTab } from './player-relations.tsx';
import css from './player-page.module.css';
import { countText } from '../ui/count-text.ts';

/** One player: sessions, ban, friends and party, with the actions on the player. */
export default function PlayerPage() {
  const { uuid } = useParams<{ uuid: string }>();
  const query = useQuery(playerQuery(uuid));
  // Their reasons are suggested for the next.
  useQuery(newestBansQuery);
  return (
    <>
      <BackLink href="/players" label="Players" />
      <Loaded query={query} rows={6} page="Player">
        {(player) => (
          <PlayerView key={player.uuid} player={player} asOf={serverClock.timeOf(query.dataUpdatedAt)} />
        )}
      </Loaded>
    </>
  );
}

type Action = 'kick' | 'ban' | 'unban';

function PlayerView({ player, asOf }: { readonly player: PlayerDetail; readonly asOf: number }) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  return (
    <>
      <PageHeader
        title={
          <span className={css.name}>
            <PlayerAvatar uuid={player.uuid} name={player.name} size={40} />
            <span dir="auto">{player.name}</span>
          </span>
        }
        note={
          <span className={css.badges}>
            <OnlineStatus player={player} />
            {player.isBanned && <Badge tone="red">Banned</Badge>}
            <code className={css.uuid}>{player.uuid}</code>
          </span>
        }
      >
        {/* Also of who is offline: without it Ban would move to where Kick was, under a finger that aims at it. */}
        <Button
          variant="default"
          leftSection={<Icon name="kick" />}
          disabled={!player.isOnline}
          onClick={() => setAction('kick')}
        >
          Kick
        </Button>
        {player.isBanned ? (
          <Button key="unban" leftSection={<Icon name="lift" />} onClick={() => setAction('unban')}>
            Lift the ban
          </Button>
        ) : (
          <Button key="ban" color="red" leftSection={<Icon name="bans" />} onClick={() => setAction('ban')}>
            Ban
          </Button>
        )}
      </PageHeader>
      <Tabs defaultValue="player" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="player">Player</Tabs.Tab>
          <Tabs.Tab value="friends">Friends</Tabs.Tab>
          <Tabs.Tab value="party">Party</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="player">
          <div className={css.cards}>
            {player.isBanned && <BanCard player={player} />}
            <SessionCard player={player} asOf={asOf} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="friends">
          <FriendsTab uuid={player.uuid} />
        </Tabs.Panel>
        <Tabs.Panel value="party">
          <PartyTab uuid={player.uuid} />
        </Tabs.Panel>
      </Tabs>
      {action === 'kick' && <KickDialog player={player} close={close} />}
      {action === 'ban' && <BanDialog player={player} close={close} />}
      {action === 'unban' && <UnbanDialog player={player} close={close} />}
    </>
  );
}

function OnlineStatus({ player }: { readonly player: PlayerDetail }) {
  if (!player.isOnline) return <Badge tone="grey">Offline</Badge>;
  if (player.server === '') return <Badge tone="green">Joining</Badge>;
  return (
    <Badge tone="green">
      Online on{' '}
      <Link href={`/servers/${player.server}`} dir="auto" title={player.server}>
        {player.server}
      </Link>
    </Badge>
  );
}

function SessionCard({ player, asOf }: { readonly player: PlayerDetail; readonly asOf: number }) {
  const now = useNow(1000);
  // While the player is online the times grow from the moment they were loaded.
  const since = player.isOnline ? Math.max(0, Math.floor((now - asOf) / 1000)) : 0;
  const facts: (readonly [string, ReactNode])[] = [
    ...(player.isOnline ? [['This session', durationText(player.onlineTime + since)] as const] : []),
    ['Total playtime', durationText(player.totalTime + since)],
    [player.isOnline ? 'Session start' : 'Last session', <DateText key="last" date={player.lastOnline} />],
    ['First joined', <DateText key="first" date={player.joinedDate} />],
    ['Bans', countText(player.bannedTimes)],
  ];
  return (
    <Card title="Sessions">
      <Facts facts={facts} />
    </Card>
  );
}

function BanCard({ player }: { readonly player: PlayerDetail }) {
  const isEndless = player.isPermanent || isBeyondDates(player.banExpires);
  return (
    <Card title="Active ban">
      <Facts
        facts={[
          ['Reason', player.banReason || 'None given'],
          ['Ends', isEndless ? 'Never' : <When key="ends" at={player.banExpires} />],
          ['Banned', <DateText key="banned" date={player.banDate} />],
          ['Last IP address', player.bannedIp || 'Unknown'],
        ]}
      />
    </Card>
  );
}
