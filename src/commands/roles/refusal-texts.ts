import type { Settings } from '../../config/tables/coordinator-keys.ts';
import type { RefusalTexts } from '../../domain/admission.ts';

/** What refused players read, as configured. */
export function refusalTexts(settings: Settings): RefusalTexts {
  return {
    banned: settings['messages.banned'],
    bannedForever: settings['messages.bannedForever'],
    maintenance: settings['messages.maintenance'],
    joinPrevented: settings['messages.joinPrevented'],
    networkFull: settings['messages.networkFull'],
  };
}
