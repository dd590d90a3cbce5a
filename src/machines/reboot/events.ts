export type RebootEvent =
  | { type: 'reboot.progress'; phase: 'countdown' | 'saving' | 'stopping' | 'failed'; detail: string }
  | { type: 'server.emptied' }
  | { type: 'server.gone' }
  | { type: 'server.returned' }
  | { type: 'server.removed' };

/** Every type a reboot machine may ever be sent: closed, because a machine remembers each type it saw for good. */
export const REBOOT_EVENT_TYPES = [
  'reboot.progress',
  'server.emptied',
  'server.gone',
  'server.returned',
  'server.removed',
] as const satisfies readonly RebootEvent['type'][];
