import type { Network } from '../../../../src/actors/network.ts';
import { ProxyConnection } from '../../../../src/channel/server/proxy-connection.ts';
import type { Feature } from '../../../../src/channel/protocol/features.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import type { Clock } from '../../../../src/runtime/clock.ts';
import { offlineUuid } from '../../../../src/runtime/offline-uuid.ts';
import { KeptLog } from '../../channel-fixture.ts';

/** A client that the edge believes to have this uuid. */
export interface OldSession {
  readonly uuid: Uuid;
  readonly name: string;
}

type Answer = { type: string; re?: number; id: number; uuid: Uuid; allow?: boolean; code?: string };

/** An edge of the version before the features: it names none, believes what clients claim, and kicks by uuid only. */
export class OldEdge {
  readonly sessions: OldSession[] = [];
  readonly seen: Uuid[] = [];
  readonly #connection: ProxyConnection;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  constructor(network: Network, clock: Clock, name = 'old', features: readonly Feature[] = []) {
    const logger = new KeptLog();
    const take = (frame: string): void => this.#take(JSON.parse(frame) as Answer);
    this.#connection = new ProxyConnection({
      network,
      identity: { name, platform: 'edge', version: '0.1.0', epoch: clock.now() },
      mayBan: false,
      maxFrameBytes: 256 * 1024,
      address: '127.0.0.1',
      relay: { add: () => undefined, remove: () => undefined, receive: () => undefined },
      features: new Set(features),
      socket: { send: take, post: take, end: () => undefined, drop: () => undefined },
      clock,
      logger,
      faults: { guard: (_drop, run) => run },
    });
    this.report([]);
  }

  /** What it sends after every `welcome`: who is there now. */
  report(sessions: readonly OldSession[], joinedAt = 0): void {
    this.sessions.splice(0, this.sessions.length, ...sessions);
    const players = sessions.map((one) => ({ ...one, ip: '192.0.2.1', server: null, joinedAt }));
    this.#connection.receive({ type: 'players', players });
  }

  /** Logs in as whom the client claims to be; without a uuid the coordinator is asked who had the name. */
  async enter(name: string, claim: Uuid | null): Promise<OldSession | string> {
    const login = await this.login(name, claim);
    return typeof login === 'string' ? login : this.join(login.uuid, name);
  }

  /** Answers with the uuid by which the edge has the player, or why they are refused. */
  async login(name: string, claim: Uuid | null): Promise<{ readonly uuid: Uuid } | string> {
    const uuid = claim ?? (await this.#found(name)) ?? offlineUuid(name);
    const { allow, code = 'error' } = await this.#ask((id) => {
      this.#connection.receive({ type: 'player.login', id, uuid, name, ip: '192.0.2.1' });
    });
    return allow === true ? { uuid } : code;
  }

  /** A login that was admitted will not join. */
  cancel(login: { readonly uuid: Uuid } | string): void {
    if (typeof login === 'string') return;
    const { uuid } = login;
    this.#connection.receive({ type: 'player.cancel', uuid });
  }

  /** Also what it does by itself while no coordinator answers. */
  join(uuid: Uuid, name: string): OldSession {
    const session = { uuid, name };
    const isFirst = !this.sessions.some((one) => one.uuid === uuid);
    this.sessions.push(session);
    if (isFirst) this.#connection.receive({ type: 'player.join', uuid, name, ip: '192.0.2.1' });
    return session;
  }

  move(session: OldSession | string, server: string): void {
    if (typeof session === 'string') return;
    const { uuid } = session;
    this.#connection.receive({ type: 'player.switch', uuid, server });
  }

  leave(session: OldSession | string): void {
    if (typeof session === 'string' || !this.has(session)) return;
    this.sessions.splice(this.sessions.indexOf(session), 1);
    const { uuid } = session;
    if (!this.sessions.some((one) => one.uuid === uuid))
      this.#connection.receive({ type: 'player.leave', uuid });
  }

  has(session: OldSession | string): boolean {
    return typeof session !== 'string' && this.sessions.includes(session);
  }

  async #found(name: string): Promise<Uuid | undefined> {
    const answer = await this.#ask((id) => {
      try {
        this.#connection.receive({ type: 'player.find', id, name });
      } catch {
        this.#waiting.get(id)?.({ type: 'error', id, uuid: offlineUuid(name) });
      }
    });
    return answer.type === 'player' ? answer.uuid : undefined;
  }

  #ask(send: (id: number) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  #take(frame: Answer): void {
    if (frame.re !== undefined) this.#waiting.get(frame.re)?.(frame);
    if (frame.type === 'player.seen') this.seen.push(frame.uuid);
    if (frame.type !== 'player.kick') return;
    const gone = this.sessions.filter(({ uuid }) => uuid === frame.uuid);
    for (const session of gone) this.leave(session);
    const { id } = frame;
    const code = 'player_not_found';
    this.#connection.receive(
      gone.length > 0 ? { type: 'ok', re: id } : { type: 'error', re: id, code, detail: '' },
    );
  }
}
