import type { NoticeTexts } from '../../actors/staff/staff-notices.ts';
import type { ProxyTexts } from '../../channel/protocol/proxies/proxy-orders.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import type { RefusalTexts } from '../../domain/admission.ts';

/** The configured texts that refused players read. */
export function refusalTexts(settings: Settings): RefusalTexts {
  return {
    banned: settings['messages.banned'],
    bannedForever: settings['messages.bannedForever'],
    maintenance: settings['messages.maintenance'],
    joinPrevented: settings['messages.joinPrevented'],
    networkFull: settings['messages.networkFull'],
  };
}

/** The configured texts that proxies show to players where they decide themselves. */
export function proxyTexts(settings: Settings): ProxyTexts {
  return {
    ...refusalTexts(settings),
    noServer: settings['messages.noServer'],
    serverDraining: settings['messages.serverDraining'],
    serverFull: settings['messages.serverFull'],
    serverLost: settings['messages.serverLost'],
    unreachable: settings['messages.unreachable'],
    maintenanceVersion: settings['messages.maintenanceVersion'],
  };
}

/** The configured texts that staff in the game read. */
export function noticeTexts(settings: Settings): NoticeTexts {
  return {
    ban: settings['messages.banNotice'],
    unban: settings['messages.unbanNotice'],
    kick: settings['messages.kickNotice'],
  };
}
