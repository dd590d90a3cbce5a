import { Brand } from '../ui/brand.tsx';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';

/** The page for visitors who are not signed in. */
export default function SignInPage() {
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1 className={css.title}>Sign in to your network</h1>
        <SignInForm />
        <p className={css.hint}>
          The coordinator showed the password when it first started; <code>portcullis password</code> makes a
          new one. The API key is in its config.yml.
        </p>
      </div>
    </main>
  );
}
