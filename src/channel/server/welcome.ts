import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentMessageOf } from '../protocol/agent-messages.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import { commonFeatures } from '../protocol/features.ts';
import { HEARTBEAT_MS } from '../protocol/message.ts';
import type { AgentConnection } from './agent-connection.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import type { ConnectionSocket } from './connection-socket.ts';

interface WelcomeDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly broadcast: Broadcast;
}

/** Answers a `hello`: with `welcome`, then with the lists of the role. */
export function welcomeAgent<D>(
  { clock, broadcast, logger }: WelcomeDeps,
  socket: ConnectionSocket<D>,
  agent: AgentConnection,
  hello: AgentMessageOf<'hello'>,
): void {
  socket.send(welcomeFrame(clock, agent, hello));
  if (agent.role === 'backend') {
    for (const frame of broadcast.backendGreeting()) socket.send(frame);
    return;
  }
  for (const frame of broadcast.proxyGreeting(agent.features)) socket.send(frame);
  socket.stream(broadcast.bans(agent.features), (error) => {
    logger.error({ event: 'channel.bans_failed', agent: hello.name, err: error });
    socket.end(CLOSE_CODES.internal, 'The list of bans could not be read');
  });
}

/** The `welcome` itself. */
export function welcomeFrame(
  clock: Clock,
  agent: Pick<AgentConnection, 'session'>,
  hello: AgentMessageOf<'hello'>,
): string {
  return JSON.stringify({
    type: 'welcome',
    session: agent.session,
    heartbeatMs: HEARTBEAT_MS,
    now: clock.now(),
    // An agent that names no features does not know these keys, and would refuse the frame.
    ...(hello.features === undefined ? {} : { protocol: 1, features: [...commonFeatures(hello.features)] }),
  });
}
