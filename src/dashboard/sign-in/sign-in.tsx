import { Button, Modal, PasswordInput, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { ApiError, explain } from '../problem.ts';
import { forget, tellOtherTabs } from './other-tabs.ts';
import { sessionStore } from '../session/session-store.ts';
import { Brand } from '../ui/brand.tsx';
import css from './sign-in.module.css';

/** The page for visitors who are not signed in. */
export function SignInPage() {
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

/** Asks to sign in again after the session has ended. The page behind it stays as it was. */
export function SessionEnded() {
  return (
    <Modal
      opened
      onClose={forget}
      title="Your session has ended"
      centered
      lockScroll={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Sign out' }}
    >
      <p className={css.again}>Sign in again to continue where you left off.</p>
      <SignInForm />
    </Modal>
  );
}

type Kind = 'password' | 'key';

const KINDS = [
  { value: 'password', label: 'Password' },
  { value: 'key', label: 'API key' },
];

function SignInForm() {
  const [kind, setKind] = useState<Kind>('password');
  const [secret, setSecret] = useState('');
  const signIn = useMutation({
    mutationFn: () =>
      call('POST /api/auth/session', {
        body: kind === 'password' ? { password: secret } : { apiKey: secret.trim() },
      }),
    onSuccess: () => {
      sessionStore.send({ type: 'signedIn' });
      tellOtherTabs('signedIn');
    },
  });
  const refusal = refusalOf(signIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== '') signIn.mutate();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <SegmentedControl
        fullWidth
        aria-label="Sign in with"
        value={kind}
        onChange={(value) => {
          setKind(value === 'key' ? 'key' : 'password');
          signIn.reset();
        }}
        data={KINDS}
      />
      <PasswordInput
        label={kind === 'password' ? 'Password' : 'API key'}
        autoComplete={kind === 'password' ? 'current-password' : 'off'}
        size="md"
        data-autofocus
        autoFocus
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={refusal}
      />
      <Button type="submit" size="md" fullWidth loading={signIn.isPending} disabled={secret === ''}>
        Sign in
      </Button>
    </form>
  );
}

function refusalOf(error: Error | null) {
  if (error === null) return undefined;
  if (error instanceof ApiError && error.code === 'unauthenticated')
    return 'This is not the API key. Look for api_key in config.yml.';
  const { title, advice } = explain(error);
  return `${title}. ${advice}`;
}
