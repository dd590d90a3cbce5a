import type { Ban, BanAuthor } from '../../domain/ban.ts';
import type { NoticeKind } from '../../domain/text/audience.ts';
import { escapeText } from '../../domain/text/text.ts';
import { remainingText } from '../../domain/time/duration-text.ts';
import type { BanNotices } from '../entities/ban-service.ts';
import type { ProxyClients } from '../sessions/proxy-clients.ts';

/**
 * What staff in the game read: `{by}` and `{player}` are filled in, and `{reason}` and `{duration}` where there is one. Empty
 * for nothing.
 */
export type NoticeTexts = Readonly<Record<NoticeKind, string>>;

/** Tells nobody anything. */
export const NO_NOTICES: NoticeTexts = { ban: '', unban: '', kick: '' };

export interface StaffNoticesDeps {
  readonly proxyClients: ProxyClients;
  readonly texts: NoticeTexts;
}

/** Tells the staff in the game who banned, unbanned or kicked whom, whoever did it and from where. */
export class StaffNotices implements BanNotices {
  readonly #deps: StaffNoticesDeps;

  constructor(deps: StaffNoticesDeps) {
    this.#deps = deps;
  }

  banned({ name: player, reason, expires, bannedAt }: Ban, by: BanAuthor): void {
    const duration = expires === 0 ? 'forever' : `for ${remainingText(expires - bannedAt)}`;
    this.#tell('ban', { by: by.name, player, reason, duration });
  }

  unbanned({ name: player }: Ban, by: BanAuthor): void {
    this.#tell('unban', { by: by.name, player });
  }

  kicked({ name: player, reason }: { readonly name: string; readonly reason: string }, by: BanAuthor): void {
    this.#tell('kick', { by: by.name, player, reason });
  }

  #tell(kind: NoticeKind, facts: Readonly<Record<string, string>>): void {
    const { proxyClients, texts } = this.#deps;
    if (texts[kind] === '') return;
    // The template may have colours; names and reasons are plain text. In one pass, so that `{by}` in a reason stays text.
    const message = texts[kind].replace(/\{(by|player|reason|duration)\}/g, (mark, key: string) => {
      return key in facts ? escapeText(facts[key] ?? '') : mark;
    });
    for (const client of proxyClients.values()) client.notify?.(kind, message);
  }
}
