export type RebootEvent =
  | { type: 'reboot.progress'; phase: 'countdown' | 'saving' | 'stopping' | 'failed'; detail: string }
  | { type: 'server.emptied' }
  | { type: 'server.gone' }
  | { type: 'server.returned' }
  | { type: 'server.removed' };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const REBOOT_EVENT_TYPES = [
  'reboot.progress',
  'server.emptied',
  'server.gone',
  'server.returned',
  'server.removed',
] as const satisfies readonly RebootEvent['type'][];
