import { ActionIcon, Button, Checkbox, NumberInput, Switch, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isPlayerName } from '../../domain/player-name.ts';
import { proxyQuery } from '../api/queries.ts';
import type { ProxyStatus } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { notifySuccess, notifyFailure } from '../ui/notify.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { MotdEditor } from './motd/motd-editor.tsx';
import { addBypass, removeBypass, saveProxy, switchProxy } from './proxy-actions.ts';
import css from './proxy-page.module.css';

/** Who may come in, and what players read before they do. */
export default function ProxyPage() {
  const { data: proxy, error, refetch } = useQuery(proxyQuery);
  if (proxy === undefined) {
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} retry={() => void refetch()} />;
  }
  const { onlinePlayers: online, maxPlayers: max } = proxy;
  return (
    <>
      <PageHeader title="Proxy" note="Who may come in, and what players read before they do" />
      <div className={css.grid}>
        <Doors proxy={proxy} />
        <Bypass names={proxy.maintenanceBypass} />
        <div className={css.wide}>
          <Card
            title="Message of the day"
            aside={proxy.maintenance ? 'The one for maintenance is shown now' : 'The usual one is shown now'}
          >
            <Tabs defaultValue={proxy.maintenance ? 'maintenance' : 'usual'} keepMounted>
              <Tabs.List mb="md">
                <Tabs.Tab value="usual">Usual</Tabs.Tab>
                <Tabs.Tab value="maintenance">During maintenance</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="usual">
                <MotdEditor label="Usual message" field="motd" saved={proxy.motd} online={online} max={max} />
              </Tabs.Panel>
              <Tabs.Panel value="maintenance">
                <MotdEditor
                  label="Message during maintenance"
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

async function turn(...what: Parameters<typeof switchProxy>): Promise<void> {
  try {
    await switchProxy(...what);
  } catch (error) {
    notifyFailure('Nothing was changed', error);
  }
}

function Doors({ proxy }: { readonly proxy: ProxyStatus }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card
      title="Joining"
      aside={
        proxy.maintenance ? (
          <Badge tone="amber">Maintenance</Badge>
        ) : proxy.preventJoin ? (
          <Badge tone="red">Closed</Badge>
        ) : (
          <Badge tone="green">Open</Badge>
        )
      }
    >
      <div className={css.doors}>
        <Switch
          label="Maintenance"
          description="Only names on the bypass list may join; the server list shows another message."
          checked={proxy.maintenance}
          onChange={(event) => {
            if (event.currentTarget.checked) setAsking(true);
            else void turn({ maintenance: false });
          }}
        />
        <Switch
          label="Prevent joining"
          description="Nobody new may join but names on the bypass list. Who is online stays."
          checked={proxy.preventJoin}
          onChange={(event) => void turn({ preventJoin: event.currentTarget.checked })}
        />
        <MaxPlayers saved={proxy.maxPlayers} />
      </div>
      {asking && <MaintenanceDialog online={proxy.onlinePlayers} close={() => setAsking(false)} />}
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
      <p>From now on only names on the bypass list may join.</p>
      <Checkbox
        label="Also send away who is online without a bypass"
        description={online === 1 ? '1 player is online now.' : `${online} players are online now.`}
        checked={kickPlayers}
        onChange={(event) => setKickPlayers(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

function MaxPlayers({ saved }: { readonly saved: number }) {
  const [draft, setDraft] = useState<number | string | null>(null);
  const [busy, setBusy] = useState(false);
  const value = draft ?? saved;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (typeof value !== 'number') return;
    setBusy(true);
    try {
      await saveProxy({ maxPlayers: value });
      setDraft(null);
      notifySuccess('The limit is changed');
    } catch (error) {
      notifyFailure('The limit was not changed', error);
    }
    setBusy(false);
  };
  return (
    <form className={css.row} onSubmit={(event) => void save(event)}>
      <NumberInput
        label="Players at most"
        description="The bypass list may exceed it."
        min={1}
        max={1_000_000}
        allowDecimal={false}
        thousandSeparator=" "
        value={value}
        onChange={setDraft}
      />
      <Button
        type="submit"
        variant="default"
        loading={busy}
        disabled={typeof value !== 'number' || value === saved}
      >
        Save
      </Button>
    </form>
  );
}

async function remove(name: string): Promise<void> {
  await removeBypass(name).catch((error: unknown) => notifyFailure(`${name} was not removed`, error));
}

function Bypass({ names }: { readonly names: readonly string[] }) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  const known = names.some((it) => it.toLowerCase() === wanted.toLowerCase());
  const fits = isPlayerName(wanted) && !known;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits) return;
    setName('');
    await addBypass(wanted).catch((error: unknown) => notifyFailure(`${wanted} was not added`, error));
  };
  return (
    <Card title="Bypass list" aside={names.length === 1 ? '1 name' : `${names.length} names`}>
      <form className={css.row} onSubmit={(event) => void add(event)}>
        <TextInput
          label="Player name"
          maxLength={16}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={
            wanted === '' || fits
              ? undefined
              : known
                ? 'Is on the list already'
                : 'Letters, digits or _, at most 16'
          }
        />
        <Button type="submit" variant="default" disabled={!fits}>
          Add
        </Button>
      </form>
      {names.length === 0 ? (
        <p className={css.quiet}>Nobody may pass while joining is closed.</p>
      ) : (
        <ul className={css.names}>
          {names.map((it) => (
            <li key={it}>
              {it}
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Take ${it} off the list`}
                onClick={() => void remove(it)}
              >
                <Icon name="remove" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
