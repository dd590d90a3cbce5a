import { type ReactNode, useId } from 'react';
import css from './card.module.css';

/** A part of a page with its own heading. */
export function Card(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly flush?: boolean;
}) {
  const id = useId();
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.header}>
        <h2 className={css.title} id={id} dir="auto">
          {props.title}
        </h2>
        {props.aside !== undefined && <div className={css.aside}>{props.aside}</div>}
      </div>
      <div className={props.flush === true ? css.flush : css.body}>{props.children}</div>
    </section>
  );
}

/** Longer texts have a row of their own. */
const MAX_NARROW = 24;

/** Named values in a row that wraps. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name} data-long={(typeof value === 'string' && value.length > MAX_NARROW) || undefined}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <span dir="auto">{value}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
