import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Network, Vitals } from '../../actors/network.ts';
import type { RouteFigures } from './request-figures.ts';
import type { StreamFigures } from '../sse/sse-hub.ts';

interface MetricSources {
  readonly network: Network;
  readonly routes: readonly RouteFigures[];
  readonly streams: () => StreamFigures;
}

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

/** What `/metrics` shows. Everything is counted where it happens and only read here, when somebody asks. */
export class Metrics {
  readonly #registry = new Registry();
  readonly contentType = this.#registry.contentType;

  constructor({ network, routes, streams }: MetricSources) {
    collectDefaultMetrics({ register: this.#registry });
    this.#requests(routes);
    this.#streams(streams);
    this.#network(network);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #requests(routes: readonly RouteFigures[]): void {
    this.#counter('http_requests_total', 'Requests answered', ['method', 'path', 'status'], () =>
      routes.flatMap(({ method, path, byStatus }) =>
        [...byStatus].map(([status, count]): Sample => [{ method, path, status }, count]),
      ),
    );
    this.#counter(
      'http_request_wait_seconds_total',
      'Time that requests waited for their answer',
      ['method', 'path'],
      () => routes.map(({ method, path, milliseconds }): Sample => [{ method, path }, milliseconds / 1000]),
    );
  }

  #streams(read: () => StreamFigures): void {
    this.#gauge('streams_open', 'Event streams open', [], () => [[{}, read().open]]);
    this.#gauge('streams_blocked', 'Event streams that take nothing', [], () => [[{}, read().blocked]]);
    this.#counter('stream_writes_total', 'Writes to event streams', [], () => [[{}, read().writes]]);
    this.#counter('stream_bytes_total', 'Bytes written to event streams', [], () => [[{}, read().bytes]]);
    this.#counter('stream_flushes_total', 'Rounds of writing', [], () => [[{}, read().flushes]]);
    this.#counter('streams_ended_total', 'Event streams ended by us', ['reason'], () =>
      samples('reason', read().dropped),
    );
  }

  #network(network: Network): void {
    const vitals = (pick: (vitals: Vitals) => Sample[]) => () => pick(network.vitals());
    this.#gauge(
      'online_players',
      'Players online',
      [],
      vitals((v) => [[{}, v.onlinePlayers]]),
    );
    this.#gauge(
      'seats_held',
      'Seats held for admitted logins',
      [],
      vitals((v) => [[{}, v.slotsReserved]]),
    );
    this.#gauge(
      'servers',
      'Servers by state',
      ['state'],
      vitals((v) => samples('state', v.servers)),
    );
    this.#gauge(
      'links',
      'Agents connected',
      ['role'],
      vitals((v) => samples('role', v.connections)),
    );
    this.#gauge(
      'active_bans',
      'Bans that hold',
      [],
      vitals((v) => [[{}, v.activeBans]]),
    );
    this.#gauge(
      'actors',
      'Actors alive',
      ['kind'],
      vitals((v) => samples('kind', v.actors)),
    );
    this.#gauge(
      'clock_skew_ms',
      'Database clock minus ours',
      [],
      vitals(({ clockSkewMs }) => (clockSkewMs === null ? [] : [[{}, clockSkewMs]])),
    );
    this.#counter(
      'actors_rebuilt_total',
      'Actors that died and were rebuilt',
      [],
      vitals((v) => [[{}, v.rebuilt]]),
    );
    this.#counter(
      'admissions_total',
      'Logins decided',
      ['outcome'],
      vitals((v) => samples('outcome', v.admissions)),
    );
    this.#counter('events_total', 'Events in the log', ['type'], () =>
      samples('type', network.events.counts()),
    );
  }

  #gauge(name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void {
    const gauge = new Gauge({
      name: `portcullis_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      collect: () => {
        gauge.reset();
        for (const [labels, value] of read()) gauge.set(labels, value);
      },
    });
  }

  #counter(name: string, help: string, labelNames: string[], read: () => readonly Sample[]): void {
    const counter = new Counter({
      name: `portcullis_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const [labels, value] of read()) counter.inc(labels, value);
      },
    });
  }
}

function samples(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([name, count]) => [{ [label]: name }, count]);
}
