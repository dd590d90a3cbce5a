import { LRUCache } from 'lru-cache';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Allowance, type Rate } from '../../runtime/limits/allowance.ts';
import { excess, TrafficBound, type TrafficLimits } from '../../runtime/limits/traffic-bound.ts';
import type { ReceivedMessage } from '../protocol/partial-frame.ts';
import type { Role } from '../protocol/message.ts';

/** What one agent may send, over all its connections (docs/channel.md "What an agent does"). */
export interface AgentLimits extends TrafficLimits {
  /** Players who join, switch, leave or are named in a list; of a game server those who are new in its list. */
  readonly changes: Rate;
  /** Parties, and their members: a list of parties is reported as a whole whenever one changes. */
  readonly members: Rate;
  /** What is looked up among all players; a search counts as ten. Beyond, the answer is `overloaded`. */
  readonly questions: Rate;
  /** Bans, restarts and what else staff order, each of which is kept and told to everybody. Beyond, the answer is `overloaded`. */
  readonly commands: Rate;
  /** Each costs some lines of the log, and the lists of the role. */
  readonly connections: Rate;
}

const MIB = 1024 * 1024;
// Placeholders about the 5 000 players of a full server, each every 10 s; or searches: 50 a second, 500 at once.
const QUESTIONS: Rate = { burst: 5_000, perSecond: 500 };
// More than the moderators of a network can type.
const COMMANDS: Rate = { burst: 30, perSecond: 1 };
const CONNECTIONS: Rate = { burst: 60, perSecond: 0.2 };
const NOTHING: Rate = { burst: 0, perSecond: 0 };

export const AGENT_LIMITS: Readonly<Record<Role, AgentLimits>> = {
  // The whole list of 200 000 players twice at once; a login is four frames, and there are 70 a second.
  proxy: {
    bytes: { burst: 128 * MIB, perSecond: 4 * MIB },
    messages: { burst: 250_000, perSecond: 5_000 },
    changes: { burst: 400_000, perSecond: 2_000 },
    // All of 100 000 members four times at once; of 10 000, five times a second.
    members: { burst: 600_000, perSecond: 50_000 },
    questions: QUESTIONS,
    commands: COMMANDS,
    connections: CONNECTIONS,
  },
  // A full one, which reports its list of 200 KB three times a second.
  backend: {
    bytes: { burst: 64 * MIB, perSecond: 4 * MIB },
    messages: { burst: 20_000, perSecond: 1_000 },
    changes: { burst: 15_000, perSecond: 1_000 },
    members: NOTHING,
    questions: QUESTIONS,
    commands: COMMANDS,
    connections: CONNECTIONS,
  },
};

const QUESTION_COSTS: { readonly [Type in ReceivedMessage['type']]?: number } = {
  'player.find': 1,
  'staff.find': 1,
  'player.facts': 1,
  'player.reach': 1,
  'player.search': 10,
};

const COMMANDS_OF_AGENTS: ReadonlySet<ReceivedMessage['type']> = new Set([
  'player.ban',
  'server.restart',
  'staff.ban',
  'staff.unban',
  'staff.kick',
  'staff.send',
  'staff.alert',
]);

const FIRST_PAUSE_MS = 5_000;
/** For one that had most of what waited here, which may have been no fault of its own. */
const CROWDED_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** Agents that are remembered; the names of those with a secret of their own are far fewer. */
const MAX_AGENTS = 10_000;

/** What one agent has sent. The methods that count return what was exceeded, in words for the log. */
export class AgentTraffic {
  readonly #limits: AgentLimits;
  readonly #clock: Clock;
  readonly #bound: TrafficBound;
  readonly #changes: Allowance;
  readonly #members: Allowance;
  readonly #questions: Allowance;
  readonly #commands: Allowance;
  readonly #connections: Allowance;
  #excesses = 0;
  /** When the last pause for an excess was over. */
  #excessUntil = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: AgentLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#bound = new TrafficBound(limits, clock);
    this.#changes = new Allowance(limits.changes, clock);
    this.#members = new Allowance(limits.members, clock);
    this.#questions = new Allowance(limits.questions, clock);
    this.#commands = new Allowance(limits.commands, clock);
    this.#connections = new Allowance(limits.connections, clock);
  }

  /** It sent too much a moment ago, and is not let in yet. */
  get isPaused(): boolean {
    return this.#clock.elapsed() < this.#pausedUntil;
  }

  connection(): string | undefined {
    return this.#connections.take(1) ? undefined : excess('connections', this.#limits.connections);
  }

  /** A frame has arrived, at `now` by `Clock.elapsed()`. */
  frame(bytes: number, now = this.#clock.elapsed()): string | undefined {
    return this.#bound.read(bytes, now) ?? this.#bound.message(now);
  }

  /** Frames that arrive no faster than they may, and are handled slower, must not fill the memory. */
  waits({
    frames,
    characters,
  }: {
    readonly frames: number;
    readonly characters: number;
  }): string | undefined {
    const { bytes, messages } = this.#limits;
    if (frames < messages.burst && characters < bytes.burst) return undefined;
    return 'more of it waits than it may send at once';
  }

  /** False for a question or a command beyond what it may send, which is to be answered `overloaded`. */
  allows({ type }: ReceivedMessage): boolean {
    if (COMMANDS_OF_AGENTS.has(type)) return this.#commands.take(1);
    const cost = QUESTION_COSTS[type];
    return cost === undefined || this.#questions.take(cost);
  }

  changes(count: number): string | undefined {
    // Most frames change nothing, and an allowance always has room for that.
    return count === 0 || this.#changes.take(count)
      ? undefined
      : excess('changes of players', this.#limits.changes);
  }

  members(message: ReceivedMessage): string | undefined {
    if (message.type !== 'parties') return undefined;
    const count = message.parties.reduce((sum, { members }) => sum + 1 + members.length, 0);
    return this.#members.take(count) ? undefined : excess('members of parties', this.#limits.members);
  }

  /** It has exceeded a bound: returns for how many milliseconds it is not let in, longer each time. */
  pause(): number {
    const now = this.#clock.elapsed();
    if (now - this.#excessUntil >= MAX_PAUSE_MS) this.#excesses = 0;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#excesses);
    this.#excesses += 1;
    this.#excessUntil = now + pauseMs;
    this.#pausedUntil = this.#excessUntil;
    return pauseMs;
  }

  /** There was no memory for what it sent: returns for how many milliseconds it is not let in, each time as long. */
  pauseForOthers(): number {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.elapsed() + CROWDED_PAUSE_MS);
    return CROWDED_PAUSE_MS;
  }
}

/**
 * The traffic of every agent, by role, name and secret: a new connection is no new beginning, and whoever has a secret that was
 * revoked, or one that lets anybody be anything, uses up nothing of an agent by a secret of its own.
 */
export class AgentTraffics {
  readonly #limits: Readonly<Record<Role, AgentLimits>>;
  readonly #clock: Clock;
  readonly #agents = new LRUCache<string, AgentTraffic>({ max: MAX_AGENTS });

  constructor(limits: Readonly<Record<Role, AgentLimits>>, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether this agent was here, by a secret that is not its own, since the start; of those that were, the ones of long ago may be forgotten. */
  has(role: Role, name: string): boolean {
    return this.#agents.has(keyOf(role, name, null));
  }

  /** `secretHash` of a secret of its own, or null. */
  of(role: Role, name: string, secretHash: string | null): AgentTraffic {
    const key = keyOf(role, name, secretHash);
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const traffic = new AgentTraffic(this.#limits[role], this.#clock);
    this.#agents.set(key, traffic);
    return traffic;
  }
}

function keyOf(role: Role, name: string, secretHash: string | null): string {
  return `${role} ${secretHash ?? ''} ${name}`;
}

const NOBODY: ReadonlySet<Uuid> = new Set();

/** Counts the changes of players in the frames of one connection. */
export class ReportedChanges {
  #listed = NOBODY;

  in(message: ReceivedMessage): number {
    switch (message.type) {
      case 'player.join':
      case 'player.switch':
      case 'player.leave':
      case 'player.cancel':
        return 1;
      case 'players':
        return message.players.length;
      case 'server':
      case 'server.update':
        return message.players === undefined ? 0 : this.#newIn(message.players);
      default:
        return 0;
    }
  }

  #newIn(players: readonly Uuid[]): number {
    const before = this.#listed;
    this.#listed = new Set(players);
    let count = 0;
    for (const uuid of this.#listed) if (!before.has(uuid)) count += 1;
    return count;
  }
}
