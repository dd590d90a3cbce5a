export type LinkEvent =
  | { type: 'link.synced' }
  | { type: 'link.lost' }
  | { type: 'link.resumed' }
  | { type: 'link.replaced' };

/** Every type a link machine may ever be sent: closed, because a machine remembers each type it saw for good. */
export const LINK_EVENT_TYPES = [
  'link.synced',
  'link.lost',
  'link.resumed',
  'link.replaced',
] as const satisfies readonly LinkEvent['type'][];
