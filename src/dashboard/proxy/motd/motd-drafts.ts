import { createStore } from '@xstate/store';
import { sessionStore } from '../../session/session-store.ts';

const KEY = 'portcullis.drafts';

/** A message that is not saved yet. */
export interface MotdDraft {
  readonly text: string;
  /** What the coordinator had when it was begun. */
  readonly from: string;
}

/** The messages that can be edited. */
export type MotdField = 'motd' | 'maintenanceMotd';
type Drafts = Readonly<Record<MotdField, MotdDraft | null>>;

const NONE: Drafts = { motd: null, maintenanceMotd: null };

function kept(): Drafts {
  try {
    const drafts: Partial<Drafts> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { ...NONE, ...drafts };
  } catch {
    return NONE;
  }
}

/** The drafts of this tab. They stay while other pages are looked at or the page is loaded anew, until somebody signs out. */
export const motdDrafts = createStore({
  context: kept(),
  on: {
    written: (drafts, { field, draft }: { field: MotdField; draft: MotdDraft | null }): Drafts => ({
      ...drafts,
      [field]: draft,
    }),
    dropped: (): Drafts => NONE,
  },
});

motdDrafts.subscribe(({ context }) => sessionStorage.setItem(KEY, JSON.stringify(context)));
sessionStore.subscribe(({ context: { state } }) => {
  if (state === 'signedOut') motdDrafts.send({ type: 'dropped' });
});
