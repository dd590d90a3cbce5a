import { Button, PasswordInput, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { ApiError, explain } from '../problem.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { sessionStore } from '../session/session-store.ts';
import css from './sign-in.module.css';

type Kind = 'password' | 'key';

const KINDS = [
  { value: 'password', label: 'Password' },
  { value: 'key', label: 'API key' },
];

/** Asks for the password or the API key. */
export function SignInForm() {
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
