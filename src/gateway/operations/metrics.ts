import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Network, Vitals } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { RouteFigures } from './request-figures.ts';
import type { StreamFigures } from '../sse/sse-hub.ts';

/** To collect all figures takes a millisecond, so that who asks on without waiting would take it from everybody else. */
const MAX_AGE_MS = 250;

interface MetricsDeps {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly network: Network;
  readonly routes: readonly RouteFigures[];
  readonly streams: () => StreamFigures;
  /** HTTP connections open. */
  readonly connections: () => number;
}

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

/**
 * The figures of `/metrics`. They are counted where things happen and collected here only on request, four times a second at
 * most.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly contentType = this.#registry.contentType;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #text: Promise<string> | undefined;
  #at = Number.NEGATIVE_INFINITY;

  constructor({ clock, network, routes, streams, connections }: MetricsDeps) {
    this.#clock = clock;
    collectDefaultMetrics({ register: this.#registry });
    this.#requests(routes);
    this.#gauge('http_connections', 'HTTP connections open', [], () => [[{}, connections()]]);
    this.#streams(streams);
    this.#network(network);
  }

  /** All figures in the format of Prometheus, a quarter of a second old at most. */
  text(): Promise<string> {
    const now = this.#clock.elapsed();
    if (this.#text === undefined || now - this.#at >= MAX_AGE_MS) {
      this.#at = now;
      this.#text = this.#registry.metrics();
    }
    return this.#text;
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
    this.#gauge('streams_blocked', 'Event streams whose connection accepts no data', [], () => [
      [{}, read().blocked],
    ]);
    this.#counter('stream_writes_total', 'Writes to event streams', [], () => [[{}, read().writes]]);
    this.#counter('stream_bytes_total', 'Bytes written to event streams', [], () => [[{}, read().bytes]]);
    this.#counter('stream_flushes_total', 'Rounds of writing to all event streams', [], () => [
      [{}, read().flushes],
    ]);
    this.#counter('streams_ended_total', 'Event streams ended by the gateway', ['reason'], () =>
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
      'Slots reserved for admitted logins',
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
      'Active bans',
      [],
      vitals((v) => [[{}, v.activeBans]]),
    );
    this.#gauge(
      'actors',
      'Running actors',
      ['kind'],
      vitals((v) => samples('kind', v.actors)),
    );
    this.#gauge(
      'clock_skew_ms',
      'Clock of the database minus clock of the coordinator',
      [],
      vitals(({ clockSkewMs }) => (clockSkewMs === null ? [] : [[{}, clockSkewMs]])),
    );
    this.#counter(
      'actors_rebuilt_total',
      'Actors that failed and were rebuilt',
      [],
      vitals((v) => [[{}, v.rebuilt]]),
    );
    this.#counter(
      'admissions_total',
      'Logins admitted or refused',
      ['outcome'],
      vitals((v) => samples('outcome', v.admissions)),
    );
    this.#counter('events_total', 'Events appended to the log', ['type'], () =>
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
