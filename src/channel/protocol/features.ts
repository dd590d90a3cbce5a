/**
 * What may be added to the channel without breaking agents of other versions (docs/channel.md "Features"). A frame or key
 * that belongs to a feature is sent only to a side that named the feature. The coordinator is upgraded first.
 *
 * - `cancel`: `player.cancel` releases the slot of an admitted login that will not join.
 * - `identity`: the coordinator says in `admission` under which uuid a player is admitted.
 */
export const FEATURES = ['cancel', 'identity'] as const;
export type Feature = (typeof FEATURES)[number];

/** The features that both sides know; a name that this version does not know is passed over. */
export function commonFeatures(theirs: readonly string[] = []): ReadonlySet<Feature> {
  return new Set(FEATURES.filter((feature) => theirs.includes(feature)));
}
