import { ActionIcon } from '@mantine/core';
import type { Server } from '../api/schema.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import css from './servers-page.module.css';
import { usePing } from './use-ping.ts';
import { Tip } from '../ui/tip/tip.tsx';

/** An action on a server that asks for confirmation first. */
export type ServerAction = 'restart' | 'delete';

/** The actions on a server in a list. */
export function ServerButtons(props: {
  readonly server: Server;
  readonly onAction: (action: ServerAction, server: Server) => void;
}) {
  const { server, onAction } = props;
  const { pinging, ping } = usePing(server.name);
  return (
    <span className={css.actions}>
      <IconButton label={`Ping ${server.name}`} icon="ping" busy={pinging} run={ping} />
      <IconButton label={`Restart ${server.name}`} icon="restart" run={() => onAction('restart', server)} />
      <IconButton label={`Remove ${server.name}`} icon="remove" run={() => onAction('delete', server)} />
    </span>
  );
}

function IconButton(props: { label: string; icon: IconName; run: () => void; busy?: boolean }) {
  return (
    <Tip label={props.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={props.label}
        loading={props.busy === true}
        onClick={props.run}
      >
        <Icon name={props.icon} />
      </ActionIcon>
    </Tip>
  );
}
