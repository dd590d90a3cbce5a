import type { ReactNode } from 'react';
import css from './page-header.module.css';

/** The title of a page, a note below it, and the page's actions. */
export function PageHeader(props: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={css.header}>
      <div>
        <h1 className={css.title}>{props.title}</h1>
        {props.note !== undefined && <p className={css.note}>{props.note}</p>}
      </div>
      {props.children !== undefined && <div className={css.actions}>{props.children}</div>}
    </div>
  );
}
