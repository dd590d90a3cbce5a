import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import css from './back-link.module.css';
import { Icon } from './icon.tsx';

/** The link above a detail page to the list that it belongs to. */
export function BackLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <Anchor component={Link} href={href} className={css.back ?? ''}>
      <Icon name="back" size={16} /> {label}
    </Anchor>
  );
}
