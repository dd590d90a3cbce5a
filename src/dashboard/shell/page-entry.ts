import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { IconName } from '../ui/icon.tsx';

/** What a page is called, for the browser's tab: by the parts of its address, and what the page has loaded. */
type PageTitle = (params: Readonly<Record<string, string | undefined>>, loaded: QueryClient) => string;

/** A page of the dashboard. */
export interface PageEntry {
  /** A pattern of `wouter`: `:name` matches one segment of the address. */
  readonly path: string;
  readonly page: ComponentType;
  /** How the navigation shows it; pages without it are not in the navigation. */
  readonly nav?: { readonly label: string; readonly icon: IconName };
  /** The label of the navigation when absent. */
  readonly title?: PageTitle;
}
