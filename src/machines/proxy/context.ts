import { applyProxyPatch, type ProxyPatch, type ProxySettings } from '../../domain/proxy-status.ts';
import type { CommandDone, CommandRejected, EventRefused, RequestId } from '../refusal.ts';

export interface ProxyInput {
  readonly settings: ProxySettings;
}

export interface ProxyContext {
  /** The stored settings, which are in force. */
  readonly settings: ProxySettings;
  /** The change that is being written. */
  readonly command: { readonly requestId: RequestId; readonly patch: ProxyPatch } | null;
}

export type ProxyEmitted =
  | { type: 'proxy.changed'; settings: ProxySettings }
  | CommandDone<ProxySettings>
  | CommandRejected
  | EventRefused;

/** The settings with the change that is being written. */
export function nextSettings(context: ProxyContext): ProxySettings {
  return applyProxyPatch(context.settings, context.command?.patch ?? {});
}

/** The request that is being carried out; throws when there is none. */
export function requestOf(context: ProxyContext): RequestId {
  if (context.command === null) throw new Error('an outcome without a command');
  return context.command.requestId;
}
