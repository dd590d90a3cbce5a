import type { ReactNode } from 'react';
import css from './badge.module.css';

export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey';

/** A word with a coloured dot. The colour never says anything that the word does not. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      <span className={css.text} dir="auto">
        {children}
      </span>
    </span>
  );
}
