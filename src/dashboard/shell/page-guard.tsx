import { Component, type ReactNode } from 'react';
import { Blank } from '../ui/states.tsx';

/** Keeps a page that fails from taking the navigation with it; another page has another guard. */
export class PageGuard extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Blank
        title="This page could not be shown"
        advice="Reload it. After an update of the coordinator that is all there is to do."
        action={{ label: 'Reload', run: () => window.location.reload() }}
      />
    );
  }
}
