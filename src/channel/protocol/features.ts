/**
 * What may be added to the channel without breaking agents of other versions (docs/channel.md "Features"). A frame or key
 * that belongs to a feature is sent only to a side that named the feature. The coordinator is upgraded first.
 *
 * - `cancel`: `player.cancel` releases the slot of an admitted login that will not join.
 * - `identity`: an edge says in `player.login` what the client claimed, and the coordinator in `admission` who it is;
 *   `player.identify`, `player.kick` with a name, and the names of a server's players.
 * - `claims`: bans say whether they were set on a claim (`claimed`).
 * - `occupancy`: the agent of a server says that it cannot tell who is there (`playersUnknown`).
 * - `words`: the answer to a kick says where the player has not read the message.
 * - `count`: `status.count` says how many players are online, where nothing else of the status changed.
 * - `sent`: an edge reports what the client sent as its uuid, where that is not the one that it was given (`claim`).
 * - `nowhere`: an edge without routes, by which nobody gets anywhere.
 * - `kicks`: the agent of a game server takes `player.kick`, and ends the connection of a player there with words.
 * - `transfers`: an edge takes `player.target`, and connects the player there when they come back; the agent of a game server takes
 *   `player.transfer`, sends a player back to where they came in, and asks by `player.reach` where they can go.
 */
export const FEATURES = [
  'cancel',
  'identity',
  'claims',
  'occupancy',
  'words',
  'count',
  'sent',
  'kicks',
  'transfers',
  'nowhere',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Features of what not every agent can do; the others are named by all. */
export interface Abilities {
  /** Of a game server's agent: it kicks players itself, with words, and answers when they are gone. */
  readonly kicks?: boolean;
  /** Of an edge: it takes players to another server when they come back. Of a game server's agent: it sends them away for that. */
  readonly transfers?: boolean;
  /** Of an edge: it has no routes. */
  readonly leadsNowhere?: boolean;
}

/** What an agent of ours names in its `hello`. */
export function ownFeatures({
  kicks = false,
  transfers = false,
  leadsNowhere = false,
}: Abilities): readonly Feature[] {
  const able: Readonly<Partial<Record<Feature, boolean>>> = { kicks, transfers, nowhere: leadsNowhere };
  return FEATURES.filter((feature) => able[feature] ?? true);
}

/** The features that both sides know; a name that this version does not know is passed over. */
export function commonFeatures(theirs: readonly string[] = []): ReadonlySet<Feature> {
  return new Set(FEATURES.filter((feature) => theirs.includes(feature)));
}
