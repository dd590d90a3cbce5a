import { type ActorRefFrom, createActor } from 'xstate';
import type { LinkInput } from '../../machines/link/context.ts';
import { linkMachine } from '../../machines/link/machine.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

/** The actor of the statechart `link`: whether an agent's lease holds. It outlives the connections of the agent. */
export type LeaseActor = ActorRefFrom<typeof linkMachine>;

/** What follows from a lease's actor. */
export interface LeaseActorListener {
  /** The agent connected but did not report its whole state in time: its connection is to be closed. */
  overdue(): void;
  /** What the agent reported no longer holds. */
  closed(why: 'expired' | 'replaced'): void;
  /** The actor died, and its lease with it; the agent has to connect again. */
  died(): void;
}

/** Spawns the actor of one agent's lease. */
export function spawnLeaseActor(
  input: LinkInput,
  listener: LeaseActorListener,
  clock: Clock,
  logger: Logger,
): LeaseActor {
  const actor = createActor(linkMachine, { id: `${input.name}#${input.epoch}`, input, clock });
  actor.on('link.overdue', () => {
    logger.warn({ event: 'link.overdue', role: input.role, name: input.name });
    listener.overdue();
  });
  actor.on('link.closed', ({ why }) => {
    logger.info({ event: 'link.closed', role: input.role, name: input.name, why });
    listener.closed(why);
  });
  actor.on('event.refused', ({ refused }) => {
    logger.debug({ event: 'link.event-refused', role: input.role, name: input.name, refused });
  });
  actor.subscribe({
    error: (error) => {
      logger.error({ event: 'link.actor-died', role: input.role, name: input.name, err: error });
      listener.died();
    },
  });
  return actor.start();
}

/** True while the agent can be reached. */
export function isConnected(actor: LeaseActor): boolean {
  const snapshot = actor.getSnapshot();
  return snapshot.matches('greeting') || snapshot.matches('synced');
}
