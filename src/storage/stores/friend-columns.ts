import type { Column } from '../migrations/schema-editor.ts';

/** Column names from the configuration; null where the column is to be found by its name and type. */
export interface FriendColumnNames {
  readonly player: string | null;
  readonly friend: string | null;
  readonly since: string | null;
}

/** Which columns of the friends' table mean what. */
export interface FriendColumns {
  readonly player: FriendSide;
  readonly friend: FriendSide;
  /** When the friendship began; null where the table does not say. */
  readonly since: string | null;
}

/** The columns of one of the two players. */
export interface FriendSide {
  readonly uuid: string;
  /** True where uuids are sixteen bytes, not text. */
  readonly binary: boolean;
  /** A column with the name of this player, if there is one. */
  readonly name: string | null;
}

const PLAYER = /^(player|owner|user|sender|first|one)(1|a|one)?(uuid|id)?$|^(uuid|id|friend)(1|a|one)$/;
const FRIEND =
  /^(friend|target|receiver|other|second|two)(uuid|id)?$|^(player|uuid|id|user|friend)(2|b|two)(uuid|id)?$/;
const SINCE =
  /since|^(date|time|timestamp)$|created|started|began|added|accepted|(friend|friendship)(date|time|at)$/;
const TEXT = /char|text|uuid|^$/;
const BINARY = /binary|blob/;
const MOMENT = /date|time|int|numeric|decimal|double|real|text|char|^$/;

/** Finds the columns by their configured names, else by pattern and type; returns a sentence when one is missing. */
export function findFriendColumns(
  columns: readonly Column[],
  wanted: FriendColumnNames,
): FriendColumns | string {
  const ids = columns.filter(({ type }) => TEXT.test(type) || BINARY.test(type));
  const player = wanted.player ?? named(ids, PLAYER);
  const friend = wanted.friend ?? named(ids, FRIEND);
  const since = wanted.since ?? named(columns, SINCE);
  const [playerColumn, friendColumn] = [at(columns, player), at(columns, friend)];
  if (playerColumn === undefined) return missing('player', player);
  if (friendColumn === undefined || friendColumn === playerColumn) return missing('friend', friend);
  const sinceColumn = at(columns, since);
  if (wanted.since !== null && sinceColumn === undefined) return missing('since', since);
  return {
    player: sideOf(columns, playerColumn),
    friend: sideOf(columns, friendColumn),
    since: sinceColumn !== undefined && MOMENT.test(sinceColumn.type) ? sinceColumn.name : null,
  };
}

function named(columns: readonly Column[], pattern: RegExp): string | null {
  return columns.find(({ name }) => pattern.test(folded(name)))?.name ?? null;
}

function at(columns: readonly Column[], name: string | null): Column | undefined {
  return name === null ? undefined : columns.find((column) => folded(column.name) === folded(name));
}

function sideOf(columns: readonly Column[], { name, type }: Column): FriendSide {
  const stem = folded(name).replace(/(uuid|id)$/, '');
  const nameColumn = columns.find(
    (column) => stem !== '' && [`${stem}name`, `${stem}username`].includes(folded(column.name)),
  );
  return { uuid: name, binary: BINARY.test(type), name: nameColumn?.name ?? null };
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function missing(role: keyof FriendColumnNames, name: string | null): string {
  return name === null
    ? `no column looks like the ${role}; name it in friends.columns.${role}`
    : `friends.columns.${role} is ${name}, and there is no such column`;
}
