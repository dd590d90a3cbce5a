import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { LiveBadge } from '../live/live-status.tsx';
import { liveStore } from '../live/live-store.ts';
import { useLiveEvents } from '../live/use-live-events.ts';
import { SignOutButtons } from '../sign-in/sign-out.tsx';
import { Brand } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, Loading } from '../ui/states.tsx';
import { useStore } from '../ui/use-store.ts';
import { PageGuard } from './page-guard.tsx';
import type { PageEntry } from './page-entry.ts';
import { ShellStatus } from './shell-status.tsx';
import css from './shell.module.css';
import { Tip } from '../ui/tip/tip.tsx';

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'));

interface PagesProps {
  readonly pages: readonly PageEntry[];
}

/** The navigation, the live status and the open page. `login` counts the logins; 0 while there is none. */
export function Shell({ login, pages }: PagesProps & { readonly login: number }) {
  useLiveEvents(login);
  const [menuOpen, setMenuOpen] = useState(false);
  const [hadMenu, setHadMenu] = useState(false);
  const [location] = useLocation();
  const behind = useStore(liveStore, ({ state }) => state === 'behind');
  const main = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setMenuOpen(false);
    window.scrollTo(0, 0);
  }, [location]);
  const closeMenu = () => {
    setMenuOpen(false);
    opener.current?.focus();
  };
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
        Skip to content
      </a>
      <aside className={css.side}>
        <Brand />
        <Navigation pages={pages} />
        <PageGuard path={location}>
          <Footer />
        </PageGuard>
      </aside>
      <header className={css.top}>
        <ActionIcon
          ref={opener}
          variant="subtle"
          size="lg"
          aria-label="Open the menu"
          onClick={() => {
            setMenuOpen(true);
            setHadMenu(true);
          }}
        >
          <Icon name="menu" />
        </ActionIcon>
        <Brand />
        <LiveBadge />
      </header>
      {hadMenu && (
        <PageGuard path={location}>
          <Suspense fallback={null}>
            <MenuDrawer opened={menuOpen} close={closeMenu}>
              <Navigation pages={pages} />
              <Footer />
            </MenuDrawer>
          </Suspense>
        </PageGuard>
      )}
      <div className={css.column}>
        <ShellStatus pages={pages} />
        <main className={css.main} id="content" ref={main} tabIndex={-1} data-behind={behind || undefined}>
          <PageGuard path={location}>
            <Suspense fallback={<Loading />}>
              <Switch>
                {pages.map(({ path, page }) => (
                  <Route key={path} path={path} component={page} />
                ))}
                <Route>
                  <EmptyState isPage title="This page does not exist" advice="Choose one from the menu." />
                </Route>
              </Switch>
            </Suspense>
          </PageGuard>
        </main>
      </div>
    </div>
  );
}

function Navigation({ pages }: PagesProps) {
  const [location] = useLocation();
  return (
    <nav aria-label="Pages" className={css.nav}>
      {pages.map(({ path, nav }) => {
        if (nav === undefined) return null;
        const isCurrent =
          path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
        return (
          <Link key={path} href={path} className={css.link} aria-current={isCurrent ? 'page' : undefined}>
            <Icon name={nav.icon} />
            {nav.label}
          </Link>
        );
      })}
    </nav>
  );
}

function Footer() {
  // Otherwise Mantine writes a style to suppress transitions, which the content security policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('dark');
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <div className={css.footer}>
      <LiveBadge />
      <span className={css.tools}>
        <Tip label={`Switch to ${other} colours`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Switch to ${other} colours`}
            onClick={() => setColorScheme(other)}
          >
            <Icon name={other === 'dark' ? 'moon' : 'sun'} />
          </ActionIcon>
        </Tip>
        <SignOutButtons />
      </span>
    </div>
  );
}
