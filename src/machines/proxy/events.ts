import type { ProxyPatch } from '../../domain/proxy-status.ts';
import type { RequestId } from '../refusal.ts';

export type ProxyEvent = { type: 'proxy.update'; requestId: RequestId; patch: ProxyPatch };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const PROXY_EVENT_TYPES = ['proxy.update'] as const satisfies readonly ProxyEvent['type'][];
