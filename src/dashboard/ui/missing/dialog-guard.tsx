import { Component, type ReactNode } from 'react';
import { isMissingCode } from './missing-code.ts';
import { MissingDialog } from './missing-dialog.tsx';

interface DialogGuardProps {
  readonly children: ReactNode;
  readonly close: () => void;
}

/** Says so where the code of a dialog could not be loaded, in place of the dialog: the page under it is as good as before. */
export class DialogGuard extends Component<DialogGuardProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // For the guard of the page.
    if (!isMissingCode(error)) throw error;
    return <MissingDialog close={this.props.close} />;
  }
}
