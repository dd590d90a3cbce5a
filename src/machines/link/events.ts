export type LinkEvent =
  | { type: 'link.synced' }
  | { type: 'link.lost' }
  | { type: 'link.resumed' }
  | { type: 'link.replaced' };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const LINK_EVENT_TYPES = [
  'link.synced',
  'link.lost',
  'link.resumed',
  'link.replaced',
] as const satisfies readonly LinkEvent['type'][];
