import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { explain } from '../problem.ts';
import { usePageHeading } from './focus/use-page-heading.ts';
import { PageHeader } from './page-header.tsx';
import css from './states.module.css';

interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** Says that there is nothing to show, why, and what the viewer can do. */
export function EmptyState(props: {
  readonly title: string;
  readonly advice?: string;
  readonly action?: Action;
  /** There is nothing else on the page. */
  readonly isPage?: boolean;
}) {
  return (
    <div className={css.blank}>
      {props.isPage === true ? (
        <BlankHeading title={props.title} />
      ) : (
        <p className={css.title}>{props.title}</p>
      )}
      {props.advice !== undefined && <p className={css.advice}>{props.advice}</p>}
      {props.action !== undefined && (
        <Button variant="default" size="xs" onClick={props.action.run}>
          {props.action.label}
        </Button>
      )}
    </div>
  );
}

function BlankHeading({ title }: { readonly title: string }) {
  return (
    <h1 className={css.title} ref={usePageHeading()} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** Says why something could not be loaded, with a button to try again. */
export function ErrorState({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { title, advice } = explain(error);
  return (
    <div role="alert">
      <EmptyState title={title} advice={advice} action={{ label: 'Try again', run: retry }} />
    </div>
  );
}

/** Grey bars in place of content that is loading. */
export function Loading({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className={css.loading} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={css.bar} />
      ))}
    </div>
  );
}

interface QueryState<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The data of a query; a loading state before it is there, or the error with a button to try again. */
export function Loaded<T>(props: {
  readonly query: QueryState<T>;
  /** Height of the loading state. */
  readonly rows?: number;
  /** For what is a whole page: its title where it could not be loaded. */
  readonly page?: string;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error !== null) {
    return (
      <>
        {props.page !== undefined && <PageHeader title={<span dir="auto">{props.page}</span>} />}
        <ErrorState error={error} retry={() => void refetch()} />
      </>
    );
  }
  return <Loading rows={props.rows ?? 5} />;
}
