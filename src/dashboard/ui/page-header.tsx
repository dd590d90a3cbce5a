import type { ReactNode } from 'react';
import { usePageHeading } from './focus/use-page-heading.ts';
import css from './page-header.module.css';

/** The title of a page, a note below it, and the page's actions. The title takes the focus when the page was navigated to. */
export function PageHeader(props: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}) {
  const heading = usePageHeading();
  return (
    <div className={css.header}>
      <div className={css.text}>
        <h1 className={css.title} ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.note !== undefined && <p className={css.note}>{props.note}</p>}
      </div>
      {props.children !== undefined && <div className={css.actions}>{props.children}</div>}
    </div>
  );
}
