import { Checkbox, Switch, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { proxyQuery } from '../api/queries.ts';
import type { ProxyStatus } from '../api/schema.ts';
import { isCounted, joiningOf } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notifyFailure } from '../ui/notice/notify.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { ProxyAgents } from './agents/proxy-agents.tsx';
import { BypassList } from './bypass-list.tsx';
import { MotdEditor } from './motd/motd-editor.tsx';
import { PlayerLimit } from './player-limit.tsx';
import { switchProxy } from './proxy-actions.ts';
import css from './proxy-page.module.css';
import { counted } from '../ui/count-text.ts';

/** Who may join, and the message of the day. */
export default function ProxyPage() {
  return (
    <Loaded query={useQuery(proxyQuery)} rows={8} page="Proxy">
      {(proxy) => <ProxyView proxy={proxy} />}
    </Loaded>
  );
}

function ProxyView({ proxy }: { readonly proxy: ProxyStatus }) {
  const { onlinePlayers, maxPlayers: max } = proxy;
  const online = isCounted(useKnownOfNetwork()) ? onlinePlayers : null;
  return (
    <>
      <PageHeader title="Proxy" note="Who may join, and what the server list shows" />
      <div className={css.grid}>
        <JoinSettings proxy={proxy} />
        <BypassList names={proxy.maintenanceBypass} />
        <div className={css.wide}>
          <ProxyAgents />
        </div>
        <div className={css.wide}>
          <Card
            title="Message of the day"
            aside={proxy.maintenance ? 'Shown now: during maintenance' : 'Shown now: normal'}
          >
            <Tabs defaultValue={proxy.maintenance ? 'maintenance' : 'normal'} keepMounted>
              <Tabs.List mb="md">
                <Tabs.Tab value="normal">Normal</Tabs.Tab>
                <Tabs.Tab value="maintenance">During maintenance</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="normal">
                <MotdEditor
                  label="Normal message"
                  field="motd"
                  saved={proxy.motd}
                  online={online}
                  max={max}
                />
              </Tabs.Panel>
              <Tabs.Panel value="maintenance">
                <MotdEditor
                  label="Maintenance message"
                  field="maintenanceMotd"
                  saved={proxy.maintenanceMotd}
                  online={online}
                  max={max}
                />
              </Tabs.Panel>
            </Tabs>
          </Card>
        </div>
      </div>
    </>
  );
}

async function toggle(...change: Parameters<typeof switchProxy>): Promise<void> {
  try {
    await switchProxy(...change);
  } catch (error) {
    notifyFailure('Nothing was changed', error);
  }
}

function JoinSettings({ proxy }: { readonly proxy: ProxyStatus }) {
  const [confirming, setConfirming] = useState(false);
  const joining = joiningOf(useKnownOfNetwork());
  return (
    <Card title="Joining" aside={<Badge tone={joining.tone}>{joining.text}</Badge>}>
      <div className={css.switches}>
        <Switch
          label="Maintenance"
          description="Only players on the bypass list may join. The server list shows the maintenance message."
          checked={proxy.maintenance}
          onChange={(event) => {
            if (event.currentTarget.checked) setConfirming(true);
            else void toggle({ maintenance: false });
          }}
        />
        <Switch
          label="Prevent joining"
          description="Only players on the bypass list may join. Players who are online stay."
          checked={proxy.preventJoin}
          onChange={(event) => void toggle({ preventJoin: event.currentTarget.checked })}
        />
        <PlayerLimit saved={proxy.maxPlayers} />
      </div>
      {confirming && <MaintenanceDialog online={proxy.onlinePlayers} close={() => setConfirming(false)} />}
    </Card>
  );
}

function MaintenanceDialog({ online, close }: { readonly online: number; readonly close: () => void }) {
  const [kickPlayers, setKickPlayers] = useState(false);
  return (
    <Dialog
      title="Turn maintenance on?"
      actionLabel="Turn maintenance on"
      danger={kickPlayers}
      run={() => switchProxy({ maintenance: true }, kickPlayers)}
      close={close}
    >
      <p>From now on only players on the bypass list may join.</p>
      <Checkbox
        label="Also kick online players who are not on the bypass list"
        description={`${counted(online, 'player')} ${online === 1 ? 'is' : 'are'} online now.`}
        checked={kickPlayers}
        onChange={(event) => setKickPlayers(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
