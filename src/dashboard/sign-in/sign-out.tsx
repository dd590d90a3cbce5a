import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { isSignedOut } from '../api/queries.ts';
import { forget, tellOtherTabs } from './other-tabs.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { notifyFailure } from '../ui/notice/notify.ts';
import { Tip } from '../ui/tip/tip.tsx';

/** Two buttons: one ends the session of this browser, the other every session there is. */
export function SignOutButtons() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Tip label="Sign out everywhere">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Sign out everywhere"
          onClick={() => setIsAsking(true)}
        >
          <Icon name="everywhere" />
        </ActionIcon>
      </Tip>
      <Tip label="Sign out">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Sign out"
          onClick={() => {
            signOut('POST /api/auth/logout').catch((error: unknown) =>
              notifyFailure('Could not sign out', error),
            );
          }}
        >
          <Icon name="signOut" />
        </ActionIcon>
      </Tip>
      {isAsking && (
        <Dialog
          title="Sign out everywhere?"
          actionLabel="Sign out everywhere"
          danger
          run={() => signOut('POST /api/auth/logout-everywhere')}
          close={() => setIsAsking(false)}
        >
          <p>
            Everybody who is signed in, you too, has to sign in again, and scripts need a new login token. The
            API key stays valid.
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Only the coordinator can take the cookie away, so a sign-out that it did not answer is none. */
async function signOut(how: 'POST /api/auth/logout' | 'POST /api/auth/logout-everywhere'): Promise<void> {
  try {
    await call(how, {});
  } catch (error) {
    if (!(error instanceof Error && isSignedOut(error))) throw error;
  }
  forget();
  tellOtherTabs('signedOut');
}
