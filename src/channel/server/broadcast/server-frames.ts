import type { Network } from '../../../actors/network.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { AddressEntry } from '../../protocol/coordinator-messages.ts';
import type { Feature } from '../../protocol/features.ts';
import { listFrames } from '../../protocol/list-parts.ts';
import { Greeting } from './greeting.ts';
import { type ListChanges, SentList } from './sent-list.ts';

export interface ServerFramesDeps {
  readonly network: Pick<Network, 'servers'>;
  readonly clock: Clock;
}

/** One form of the list, and what was last sent of it. */
interface Form {
  readonly sent: SentList<AddressEntry>;
  readonly greeting: Greeting;
}

/**
 * Writes the servers as proxies are told of them: with their states and players, or without for those that do not know the
 * feature `states`, which are so not told of every player who comes and goes.
 */
export class ServerFrames {
  readonly #plain: Form;
  readonly #withStates: Form;

  constructor({ network, clock }: ServerFramesDeps) {
    this.#plain = formOf(clock, () => addressesOf(network));
    this.#withStates = formOf(clock, () => statesOf(network));
  }

  /** The whole list, for a proxy that comes. */
  greeting(features: ReadonlySet<Feature>): readonly string[] {
    return this.#formFor(features).greeting.frames();
  }

  /** What is told now to those who are here, who comes later must find in the greeting. */
  forget(): void {
    this.#plain.greeting.forget();
    this.#withStates.greeting.forget();
  }

  /** What has changed since the last call, for proxies of each set of features; undefined for nothing. */
  changes(): ((features: ReadonlySet<Feature>) => readonly string[]) | undefined {
    const plain = changeFrames(this.#plain.sent.changes());
    const withStates = changeFrames(this.#withStates.sent.changes());
    if (plain.length === 0 && withStates.length === 0) return undefined;
    return (features) => (features.has('states') ? withStates : plain);
  }

  #formFor(features: ReadonlySet<Feature>): Form {
    return features.has('states') ? this.#withStates : this.#plain;
  }
}

function formOf(clock: Clock, read: () => readonly AddressEntry[]): Form {
  const sent = new SentList(read);
  const servers = { head: '"type":"servers"', key: 'servers', encode: JSON.stringify };
  return { sent, greeting: new Greeting(clock, () => [...listFrames(servers, sent.entries())]) };
}

function changeFrames({ changed, removed }: ListChanges): string[] {
  return [
    ...changed.map((entry) => `{"type":"server.add","server":${entry}}`),
    ...removed.map((name) => JSON.stringify({ type: 'server.remove', name })),
  ];
}

function addressesOf({ servers }: Pick<Network, 'servers'>): AddressEntry[] {
  return servers.all().map(({ name, type }) => ({ name, type, address: servers.get(name).address }));
}

function statesOf({ servers }: Pick<Network, 'servers'>): AddressEntry[] {
  return servers.all().map(({ name, type, state, players, maxPlayers }) => {
    return { name, type, address: servers.get(name).address, state, players, maxPlayers };
  });
}
