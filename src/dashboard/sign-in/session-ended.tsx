import Modal from '../ui/modal.tsx';
import { useFocusReturn } from '../ui/focus/use-focus-return.ts';
import { forget } from './other-tabs.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

/** Asks to sign in again after the session has ended. The page behind it stays as it was. */
export default function SessionEnded() {
  useFocusReturn();
  return (
    <Modal
      onClose={forget}
      title="Your session has ended"
      closeOnClickOutside={false}
      // It would drop what is filled in behind it.
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Sign out' }}
    >
      <p className={css.again}>Sign in again to continue where you left off.</p>
      <SignInForm />
    </Modal>
  );
}
