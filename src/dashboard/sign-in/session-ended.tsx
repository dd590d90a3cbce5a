import Modal from '../ui/modal.tsx';
import { forget } from './other-tabs.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

/** Asks to sign in again after the session has ended. The page behind it stays as it was. */
export default function SessionEnded() {
  return (
    <Modal
      onClose={forget}
      title="Your session has ended"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Sign out' }}
    >
      <p className={css.again}>Sign in again to continue where you left off.</p>
      <SignInForm />
    </Modal>
  );
}
