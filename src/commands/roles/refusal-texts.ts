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
