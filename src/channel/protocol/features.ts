/** What the agent of a proxy knows, and no edge and no game server. */
const PROXY_FEATURES = [
  'states',
  'texts',
  'servers',
  'leave-at',
  'relay',
  'behind',
  'styles',
  'offers',
  'notices',
  'staff',
] as const;
export type ProxyFeature = (typeof PROXY_FEATURES)[number];

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
 * - `states`: a proxy is told the state and the players of each server.
 * - `texts`: a proxy is told what to say to players where it decides itself.
 * - `servers`: a proxy reports which servers it has in its own configuration (`proxy.servers`).
 * - `leave-at`: joins, switches and leaves have their moments, and a leave names the session that ended.
 * - `relay`: a proxy carries plugin messages between its servers and the coordinator.
 * - `behind`: a proxy says that players come to it by an edge (`behindEdge`).
 * - `styles`: `player.message` to a proxy says how it is shown, and may be for many.
 * - `offers`: a proxy takes `player.offer`.
 * - `notices`: a proxy tells its staff of bans, unbans and kicks.
 * - `staff`: a proxy gives commands in the name of staff in the game.
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
  ...PROXY_FEATURES,
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
  /** Of a proxy. */
  readonly ofProxy?: readonly ProxyFeature[];
}

/** What an agent of ours names in its `hello`. */
export function ownFeatures({
  kicks = false,
  transfers = false,
  leadsNowhere = false,
  ofProxy = [],
}: Abilities): readonly Feature[] {
  const able: Readonly<Partial<Record<Feature, boolean>>> = { kicks, transfers, nowhere: leadsNowhere };
  const others: ReadonlySet<Feature> = new Set(PROXY_FEATURES);
  return FEATURES.filter((feature) => able[feature] ?? !others.has(feature)).concat(ofProxy);
}

/** The features that both sides know; a name that this version does not know is passed over. */
export function commonFeatures(theirs: readonly string[] = []): ReadonlySet<Feature> {
  return new Set(FEATURES.filter((feature) => theirs.includes(feature)));
}
