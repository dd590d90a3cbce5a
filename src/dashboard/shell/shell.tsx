import { ActionIcon, Drawer, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { useLiveEvents } from '../live/use-live-events.ts';
import { LiveBadge, StaleNotice } from '../live/live-status.tsx';
import { Icon } from '../ui/icon.tsx';
import { Blank, Loading } from '../ui/states.tsx';
import { useStore } from '../ui/use-store.ts';
import { liveStore } from '../live/live-store.ts';
import { sessionStore } from '../session/session-store.ts';
import { Brand } from '../ui/brand.tsx';
import { PageGuard } from './page-guard.tsx';
import { PAGES } from '../pages.ts';
import css from './shell.module.css';

/** Navigation, freshness and the page that is open. */
export function Shell({ token }: { readonly token: string }) {
  useLiveEvents(token);
  const [menuOpen, setMenuOpen] = useState(false);
  const [location] = useLocation();
  const behind = useStore(liveStore, ({ state }) => state === 'behind');
  const main = useRef<HTMLElement>(null);
  useTitle(location);
  useEffect(() => {
    setMenuOpen(false);
    window.scrollTo(0, 0);
  }, [location]);
  return (
    <div className={css.shell}>
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <aside className={css.side}>
        <Brand />
        <Navigation />
        <Foot />
      </aside>
      <header className={css.top}>
        <ActionIcon variant="subtle" size="lg" aria-label="Open the menu" onClick={() => setMenuOpen(true)}>
          <Icon name="menu" />
        </ActionIcon>
        <Brand />
        <LiveBadge />
      </header>
      <Drawer
        opened={menuOpen}
        onClose={() => setMenuOpen(false)}
        size={280}
        title={<Brand />}
        lockScroll={false}
      >
        <Navigation />
        <Foot />
      </Drawer>
      <main className={css.main} id="content" ref={main} tabIndex={-1} data-behind={behind || undefined}>
        <StaleNotice />
        <PageGuard key={location.split('/')[1]}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {PAGES.map(({ path, page }) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route>
                <Blank title="There is no such page" advice="Choose one from the navigation." />
              </Route>
            </Switch>
          </Suspense>
        </PageGuard>
      </main>
    </div>
  );
}

function Navigation() {
  const [location] = useLocation();
  return (
    <nav aria-label="Pages" className={css.nav}>
      {PAGES.map(({ path, nav }) => {
        if (nav === undefined) return null;
        const here = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
        return (
          <Link key={path} href={path} className={css.link} aria-current={here ? 'page' : undefined}>
            <Icon name={nav.icon} />
            {nav.label}
          </Link>
        );
      })}
    </nav>
  );
}

function Foot() {
  // Without the style that Mantine would write to hold transitions back: the policy forbids it.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('dark');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <div className={css.foot}>
      <LiveBadge />
      <span className={css.tools}>
        <Tooltip label={`Switch to ${other} colours`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Switch to ${other} colours`}
            onClick={() => setColorScheme(other)}
          >
            <Icon name={other === 'dark' ? 'moon' : 'sun'} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Sign out">
          <ActionIcon variant="subtle" color="gray" aria-label="Sign out" onClick={() => void signOut()}>
            <Icon name="leave" />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}

/** The token is revoked if it can be; an API key cannot, and is only forgotten. */
async function signOut(): Promise<void> {
  await call('POST /api/auth/logout', {}).catch(() => undefined);
  sessionStore.send({ type: 'signedOut' });
  queryClient.clear();
}

function useTitle(location: string): void {
  useEffect(() => {
    const label = PAGES.find(({ path }) => path !== '/' && location.startsWith(path))?.nav?.label;
    document.title = label === undefined ? 'Portcullis' : `${label} · Portcullis`;
  }, [location]);
}
