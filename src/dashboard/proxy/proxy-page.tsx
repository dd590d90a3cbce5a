import { ActionIcon, Button, Checkbox, NumberInput, Switch, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { isReportedName } from '../../domain/player-name.ts';
import { proxyQuery } from '../api/queries.ts';
import type { ProxyStatus } from '../api/schema.ts';
import { joiningOf } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { returnFocus } from '../ui/focus/return-focus.ts';
import { Icon } from '../ui/icon.tsx';
import { notifySuccess, notifyFailure } from '../ui/notify.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { MotdEditor } from './motd/motd-editor.tsx';
import { addBypass, removeBypass, saveProxy, switchProxy } from './proxy-actions.ts';
import css from './proxy-page.module.css';
import { counted, SEPARATORS } from '../ui/count-text.ts';

/** Who may join, and the message of the day. */
export default function ProxyPage() {
  return (
    <Loaded query={useQuery(proxyQuery)} rows={8} page="Proxy">
      {(proxy) => <ProxyView proxy={proxy} />}
    </Loaded>
  );
}

function ProxyView({ proxy }: { readonly proxy: ProxyStatus }) {
  const { onlinePlayers: online, maxPlayers: max } = proxy;
  return (
    <>
      <PageHeader title="Proxy" note="Who may join, and what the server list shows" />
      <div className={css.grid}>
        <JoinSettings proxy={proxy} />
        <Bypass names={proxy.maintenanceBypass} />
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
        <MaxPlayers saved={proxy.maxPlayers} />
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
      notifySuccess('Player limit saved');
    } catch (error) {
      notifyFailure('The player limit was not saved', error);
    }
    setBusy(false);
  };
  return (
    <form className={css.row} onSubmit={(event) => void save(event)}>
      <NumberInput
        label="Player limit"
        description="Players on the bypass list may exceed it."
        min={1}
        max={1_000_000}
        allowDecimal={false}
        {...SEPARATORS}
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
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const entered = name.trim();
  const isListed = names.some((it) => it.toLowerCase() === entered.toLowerCase());
  const isValid = isReportedName(entered) && !isListed;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    setName('');
    await addBypass(entered).catch((error: unknown) => notifyFailure(`${entered} was not added`, error));
  };
  return (
    <Card title="Bypass list" aside={counted(names.length, 'name')}>
      <form className={css.row} onSubmit={(event) => void add(event)}>
        <TextInput
          ref={input}
          label="Player name"
          maxLength={48}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={
            entered === '' || isValid
              ? undefined
              : isListed
                ? 'This name is already on the list'
                : 'Use at most 48 visible characters'
          }
        />
        <Button type="submit" variant="default" disabled={!isValid}>
          Add
        </Button>
      </form>
      {names.length === 0 ? (
        <p className={css.quiet}>The list is empty: nobody may join while joining is closed.</p>
      ) : (
        <ul className={css.names}>
          {names.map((it) => (
            <li key={it}>
              {it}
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${it} from the list`}
                onClick={({ currentTarget }) => {
                  const item = currentTarget.closest('li');
                  const other = item?.nextElementSibling ?? item?.previousElementSibling;
                  // This button goes with its name.
                  (other?.querySelector('button') ?? input.current)?.focus();
                  // Where the list has changed meanwhile, that one may go too.
                  void remove(it).then(() => returnFocus(input.current));
                }}
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
