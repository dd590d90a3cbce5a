import { Anchor } from '@mantine/core';
import { type MouseEvent, useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import css from './back-link.module.css';
import { Icon } from './icon.tsx';
import { pageTrail } from './way-back/page-trail.ts';
import type { Place } from './way-back/trail.ts';

/** The link above a detail page: to the list it was opened from, as it was left; else to the list that it belongs to. */
export function BackLink({ href, label }: { readonly href: string; readonly label: string }) {
  useLocation();
  const path = window.location.pathname;
  const [place, setPlace] = useState<Place>();
  // Not before: the list that the viewer leaves says so when it goes, which is after this page is first rendered.
  useLayoutEffect(() => setPlace(pageTrail.before(path, href)), [path, href]);
  return (
    <Anchor
      component={Link}
      href={place?.href ?? href}
      className={css.back ?? ''}
      onClick={({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
        // With a key the browser opens another tab or window, and this one stays.
        if (!ctrlKey && !metaKey && !shiftKey && !altKey) pageTrail.goBack();
      }}
    >
      <Icon name="back" size={16} /> <span dir="auto">{place?.label ?? label}</span>
    </Anchor>
  );
}
