import type { Column } from '../migrations/schema-editor.ts';

/** Column names from the configuration; null where the column is to be found by its name and type. */
export interface FriendColumnNames {
  readonly player: string | null;
  readonly friend: string | null;
  readonly since: string | null;
  /** `none`: every row is a friendship. */
  readonly status?: string | null;
}

/** Which columns of the friends' table mean what. */
export interface FriendColumns {
  readonly player: FriendSide;
  readonly friend: FriendSide;
  /** When the friendship began; null where the table does not say. */
  readonly since: string | null;
  /** Whether it is one already; null where every row is. */
  readonly status: string | null;
}

/** The columns of one of the two players. */
export interface FriendSide {
  /** Who it is. */
  readonly id: string;
  /** Uuids as text or as sixteen bytes, names, or a text that may be either. */
  readonly holds: 'uuid' | 'binary' | 'name' | 'text';
  /** A column with the name of this player beside it, if there is one. */
  readonly name: string | null;
}

const PLAYER = /^(player|owner|user|sender|first|one)(1|a|one)?(uuid|id)?$|^(uuid|id|friend)(1|a|one)$/;
const FRIEND =
  /^(friend|target|receiver|other|second|two)(uuid|id)?$|^(player|uuid|id|user|friend)(2|b|two)(uuid|id)?$/;
/** Only where no column looks better: the uuid of the one whose row it is. */
const BARE = /^uuid$/;
const PLAYER_NAME = /^(player|owner|user|sender|first|one)?(1|a|one)?(user)?name(1|a|one)?$/;
const FRIEND_NAME =
  /^(friend|target|receiver|other|second|two)(user)?name$|^(player|user|friend)?(2|b|two)?(user)?name(2|b|two)$|^(player|user|friend)(2|b|two)(user)?name$/;
const STATUS = /^(friend|friendship|request)?(status|state)$|^(is)?(accepted|confirmed|approved|pending)$/;
const SINCE =
  /since|^(date|time|timestamp)$|created|started|began|added|accepted|(friend|friendship)(date|time|at)$/;
const TEXT = /char|text|uuid|^$/;
const BINARY = /binary|blob/;
const MOMENT = /date|time|int|numeric|decimal|double|real|text|char|^$/;
const NO_COLUMN = 'none';
/** A text that is shorter holds no uuid. */
const UUID_LETTERS = 32;

/** Finds the columns by their configured names, else by pattern and type; returns a sentence when one is missing. */
export function findFriendColumns(
  columns: readonly Column[],
  wanted: FriendColumnNames,
): FriendColumns | string {
  const ids = columns.filter(({ type }) => TEXT.test(type) || BINARY.test(type));
  const player = wanted.player ?? named(ids, PLAYER) ?? named(ids, BARE) ?? named(ids, PLAYER_NAME);
  const friend = wanted.friend ?? named(ids, FRIEND) ?? named(ids, FRIEND_NAME);
  const [playerColumn, friendColumn] = [at(columns, player), at(columns, friend)];
  if (playerColumn === undefined) return missing('player', player);
  if (friendColumn === undefined || friendColumn === playerColumn) return missing('friend', friend);
  const { status: wantedStatus = null } = wanted;
  const status = wantedStatus === NO_COLUMN ? null : (wantedStatus ?? named(columns, STATUS));
  const statusColumn = at(columns, status);
  if (wantedStatus !== null && status !== null && statusColumn === undefined)
    return missing('status', status);
  const rest = columns.filter((column) => column !== statusColumn);
  const since = wanted.since ?? named(rest, SINCE);
  const sinceColumn = at(columns, since);
  if (wanted.since !== null && sinceColumn === undefined) return missing('since', since);
  return {
    player: sideOf(columns, playerColumn),
    friend: sideOf(columns, friendColumn),
    since: sinceColumn !== undefined && MOMENT.test(sinceColumn.type) ? sinceColumn.name : null,
    status: statusColumn?.name ?? null,
  };
}

/** The first that matches; one that says that it is a uuid before others. */
function named(columns: readonly Column[], pattern: RegExp): string | null {
  const matching = columns.filter(({ name }) => pattern.test(folded(name)));
  return (matching.find(({ name }) => folded(name).includes('uuid')) ?? matching[0])?.name ?? null;
}

function at(columns: readonly Column[], name: string | null): Column | undefined {
  return name === null ? undefined : columns.find((column) => folded(column.name) === folded(name));
}

function sideOf(columns: readonly Column[], column: Column): FriendSide {
  const stem = folded(column.name).replace(/(uuid|id)$/, '');
  const names = stem === '' ? ['name', 'username'] : [`${stem}name`, `${stem}username`, stem];
  const nameColumn = columns.find((other) => other !== column && names.includes(folded(other.name)));
  return { id: column.name, holds: holdingOf(column), name: nameColumn?.name ?? null };
}

function holdingOf({ name, type }: Column): FriendSide['holds'] {
  if (BINARY.test(type)) return 'binary';
  if (folded(name).endsWith('name')) return 'name';
  if (folded(name).includes('uuid') || type === 'uuid') return 'uuid';
  const [, length] = /char\((\d+)\)/.exec(type) ?? [];
  return length !== undefined && Number(length) < UUID_LETTERS ? 'name' : 'text';
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function missing(role: keyof FriendColumnNames, name: string | null): string {
  return name === null
    ? `no column looks like the ${role}; name it in friends.columns.${role}`
    : `friends.columns.${role} is ${name}, and there is no such column`;
}
