import { Component, type ReactNode, useEffect } from 'react';
import { liveStore } from '../live/live-store.ts';
import { EmptyState } from '../ui/states.tsx';
import { isMissingCode, reloadOnceThere } from '../ui/missing/missing-code.ts';

interface PageGuardProps {
  /** Of the page: another one is tried anew. */
  readonly path: string;
  readonly children: ReactNode;
}

interface PageGuardState {
  readonly failed: boolean;
  /** Its code could not be loaded. */
  readonly missing: boolean;
  readonly path: string;
}

/** Shows an error in place of a page that throws, until another one is opened, so that the navigation stays usable. */
export class PageGuard extends Component<PageGuardProps, PageGuardState> {
  override state = { failed: false, missing: false, path: this.props.path };

  /** Not by a key: pages with several addresses would lose what they hold. */
  static getDerivedStateFromProps({ path }: PageGuardProps, state: PageGuardState): PageGuardState | null {
    return path === state.path ? null : { failed: false, missing: false, path };
  }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, missing: isMissingCode(error) };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <FailedPage missing={this.state.missing} />;
  }
}

/**
 * The code of a page that was first opened while the coordinator could not be reached did not come, and a browser does not
 * ask for it again until the whole page is loaded anew. That is done as soon as the code can be had, or the connection is back.
 */
function FailedPage({ missing }: { readonly missing: boolean }) {
  useEffect(() => (missing ? reloadOnceThere() : undefined), [missing]);
  useEffect(() => {
    let before = liveStore.getSnapshot().context.state;
    const subscription = liveStore.subscribe(({ context: { state } }) => {
      if (before === 'behind' && state === 'live') window.location.reload();
      before = state;
    });
    return () => subscription.unsubscribe();
  }, []);
  return (
    <EmptyState
      isPage
      title="This page cannot be shown"
      advice="Reload it. This is needed after an update of the coordinator, and is done for you when a lost connection is back."
      action={{ label: 'Reload', run: () => window.location.reload() }}
    />
  );
}
