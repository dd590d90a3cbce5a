import type { AgentIdentity } from '../../src/actors/agents.ts';
import type { LoggedEvent, Network } from '../../src/actors/network.ts';
import type { NetworkOptions } from '../../src/actors/network-options.ts';
import { openNetwork } from '../../src/actors/open-network.ts';
import type { RefusalTexts } from '../../src/domain/admission.ts';
import type { NetworkEvent, NetworkEventType } from '../../src/domain/network-event.ts';
import { recordedLog } from '../commands/recorded-log.ts';
import { FakeBackend } from './fake-backend.ts';
import { FakeProxy } from './fake-proxy.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { TestClock } from '../fixtures/test-clock.ts';

export const TEXTS: RefusalTexts = {
  banned: 'banned for {reason}, {remaining} left, id {id}',
  bannedForever: 'banned for good: {reason}, id {id}',
  maintenance: 'maintenance',
  joinPrevented: 'closed',
  networkFull: 'full',
};

/** A running network over a database in memory and a clock that the test moves. */
export interface NetworkFixture {
  readonly network: Network;
  readonly clock: TestClock;
  readonly storage: MemoryStorage;
  /** Everything that was announced since the network opened. */
  readonly log: LoggedEvent[];
  /** The names of the log events. */
  readonly notes: () => string[];
  readonly proxy: (name?: string, as?: Partial<AgentIdentity>) => FakeProxy;
  readonly backend: (name: string) => FakeBackend;
  /** The payloads of one type of event, oldest first. */
  readonly events: <T extends NetworkEventType>(type: T) => Extract<NetworkEvent, { type: T }>['data'][];
  /** Opens another process on the same database, some time after this one ended. */
  readonly reopen: (options?: Partial<NetworkOptions>) => Promise<NetworkFixture>;
}

/** Opens a network; what is not given is new. `random` makes all pauses as long as they can be. */
export async function openFixture(
  options: Partial<NetworkOptions> & { storage?: MemoryStorage } = {},
): Promise<NetworkFixture> {
  const clock = options.clock instanceof TestClock ? options.clock : new TestClock();
  const storage = options.storage ?? new MemoryStorage(clock);
  const { logger, events: notes } = recordedLog();
  const given = { timezone: 'UTC', texts: TEXTS, random: () => 0.999, logger };
  const network = await openNetwork({ ...given, ...options, clock, storage });
  const log: LoggedEvent[] = [];
  network.events.subscribe((entry) => void log.push(entry));
  return {
    network,
    clock,
    storage,
    log,
    notes,
    proxy: (name = 'proxy-1', as = {}) => new FakeProxy(network, clock, name, as),
    backend: (name) => new FakeBackend(network, clock, name),
    events: (type) => log.flatMap(({ event }) => (event.type === type ? [event.data as never] : [])),
    reopen: (again = {}) => {
      clock.jump(1);
      return openFixture({ ...options, ...again, clock, storage });
    },
  };
}
