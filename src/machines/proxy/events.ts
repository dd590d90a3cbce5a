import type { ProxyPatch } from '../../domain/proxy-status.ts';
import type { RequestId } from '../refusal.ts';

export type ProxyEvent = { type: 'proxy.update'; requestId: RequestId; patch: ProxyPatch };

/** Every type the proxy machine may ever be sent: closed, because a machine remembers each type it saw for good. */
export const PROXY_EVENT_TYPES = ['proxy.update'] as const satisfies readonly ProxyEvent['type'][];
