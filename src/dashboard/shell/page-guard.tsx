import { Component, type ReactNode } from 'react';
import { EmptyState } from '../ui/states.tsx';

/** Shows an error in place of a page that throws, so that the navigation stays usable. */
export class PageGuard extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        title="This page cannot be shown"
        advice="Reload it. This is needed after an update of the coordinator."
        action={{ label: 'Reload', run: () => window.location.reload() }}
      />
    );
  }
}
