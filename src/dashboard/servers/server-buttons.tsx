import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { Server } from '../api/schema.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { pingServer } from './server-actions.ts';
import css from './servers-page.module.css';

export type ServerAction = 'restart' | 'delete';

/** What can be done to a server from a list; the dangerous things ask first. */
export function ServerActions(props: {
  readonly server: Server;
  readonly onAction: (deed: ServerAction, server: Server) => void;
}) {
  const { server, onAction } = props;
  const [pinging, setPinging] = useState(false);
  const ping = async () => {
    setPinging(true);
    await pingServer(server.name);
    setPinging(false);
  };
  return (
    <span className={css.actions}>
      <Deed label={`Ping ${server.name}`} icon="ping" busy={pinging} run={() => void ping()} />
      <Deed label={`Restart ${server.name}`} icon="restart" run={() => onAction('restart', server)} />
      <Deed label={`Remove ${server.name}`} icon="remove" run={() => onAction('delete', server)} />
    </span>
  );
}

function Deed(props: { label: string; icon: IconName; run: () => void; busy?: boolean }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={props.label}
        loading={props.busy === true}
        onClick={props.run}
      >
        <Icon name={props.icon} />
      </ActionIcon>
    </Tooltip>
  );
}
