import { createStore } from '@xstate/store';

/** What the page says about something that was done, or failed. */
export interface Notice {
  readonly title?: string;
  readonly message: string;
  readonly color: 'green' | 'yellow' | 'red';
  /** Milliseconds that it is shown for, unless the viewer holds or closes it. */
  readonly shownFor: number;
}

/** Of more the oldest are forgotten: nobody reads that far. */
const MAX_KEPT = 20;

/** The notices that are shown, or wait for others to go, oldest first. */
export const noticeStore = createStore({
  context: { notices: [] as readonly (Notice & { readonly id: number })[], lastId: 0 },
  on: {
    said: ({ notices, lastId }, { notice }: { notice: Notice }) => ({
      notices: [...notices, { ...notice, id: lastId + 1 }].slice(-MAX_KEPT),
      lastId: lastId + 1,
    }),
    closed: (context, { id }: { id: number }) => ({
      ...context,
      notices: context.notices.filter((notice) => notice.id !== id),
    }),
  },
});
