import { Button } from '@mantine/core';
import { explain } from '../problem.ts';
import css from './states.module.css';

interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** Nothing to see here, why, and what can be done. */
export function Blank(props: { readonly title: string; readonly advice?: string; readonly action?: Action }) {
  return (
    <div className={css.blank}>
      <p className={css.title}>{props.title}</p>
      {props.advice !== undefined && <p className={css.advice}>{props.advice}</p>}
      {props.action !== undefined && (
        <Button variant="default" size="xs" onClick={props.action.run}>
          {props.action.label}
        </Button>
      )}
    </div>
  );
}

/** What could not be loaded, and a way to try again. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { title, advice } = explain(error);
  return (
    <div role="alert">
      <Blank title={title} advice={advice} action={{ label: 'Try again', run: retry }} />
    </div>
  );
}

/** Grey shapes in the place of what is on its way. */
export function Loading({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className={css.loading} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, place) => (
        <span key={place} className={css.bar} />
      ))}
    </div>
  );
}
