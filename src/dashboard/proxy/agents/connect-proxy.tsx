import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isServerName } from '../../../domain/server.ts';
import { call } from '../../api/client.ts';
import type { ConnectedProxy } from '../../api/schema.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../../ui/notice/notify.ts';
import { agentConfig } from './agent-config.ts';
import css from './proxy-agents.module.css';

const JAR = '/agents/portcullis-proxy.jar';

interface MadeAgent {
  readonly name: string;
  readonly secret: string;
}

/** The three steps by which a proxy is connected. The secret that is made here is shown until the page is left, and never again. */
export function ConnectProxy(props: {
  readonly proxies: readonly ConnectedProxy[];
  readonly begun: () => void;
}) {
  const [made, setMade] = useState<MadeAgent>();
  const keep = (agent: MadeAgent) => {
    setMade(agent);
    props.begun();
  };
  return (
    <ol className={css.steps}>
      <li>
        <p>
          Put the agent, <a href={JAR}>portcullis-proxy.jar</a>, into the <code>plugins</code> folder of
          Velocity or BungeeCord, and start the proxy once.
        </p>
      </li>
      <li>{made === undefined ? <MakeSecret made={keep} /> : <Lines made={made} />}</li>
      <li>
        <Arrival name={made?.name} proxies={props.proxies} />
      </li>
    </ol>
  );
}

function MakeSecret({ made }: { readonly made: (agent: MadeAgent) => void }) {
  const [name, setName] = useState('velocity');
  const [mayBan, setMayBan] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      made(await call('POST /api/agents', { body: { name, role: 'proxy', mayBan } }));
    } catch (error) {
      notifyFailure('No secret was made', error);
      setBusy(false);
    }
  };
  return (
    <form className={css.make} onSubmit={(event) => void make(event)}>
      <TextInput
        label="Name of the proxy"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={name === '' || isServerName(name) ? undefined : 'Use visible characters without / ? # %'}
      />
      <Checkbox
        label="Staff may ban and lift bans in the game"
        checked={mayBan}
        onChange={(event) => setMayBan(event.currentTarget.checked)}
      />
      <Button type="submit" loading={isBusy} disabled={!isServerName(name)}>
        Make its secret
      </Button>
    </form>
  );
}

function Lines({ made: { name, secret } }: { readonly made: MadeAgent }) {
  const lines = agentConfig(window.location.origin, name, secret);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      notifySuccess('The lines are copied');
    } catch {
      notifyWarning('Not copied', 'The browser does not allow it here. Select the lines and copy them.');
    }
  };
  return (
    <>
      <p>
        Write these lines into <code>config.yml</code> in the folder of the plugin. The secret is shown only
        here and only now.
      </p>
      <pre className={css.lines} data-testid="agent-config">
        {lines}
      </pre>
      <Button variant="default" size="xs" onClick={() => void copy()}>
        Copy
      </Button>
    </>
  );
}

function Arrival(props: { readonly name: string | undefined; readonly proxies: readonly ConnectedProxy[] }) {
  const isHere = props.proxies.some(({ name, connected }) => name === props.name && connected);
  return (
    <p role="status">
      {isHere ? (
        <strong>{props.name} is connected.</strong>
      ) : (
        <>
          Start it again, or use <code>/portcullis reload</code>. It appears here when it is connected.
        </>
      )}
    </p>
  );
}
