import { Link } from 'wouter';
import type { StatusSentence } from './status-sentence.ts';
import css from './status-line.module.css';

/** Says on top of every page how the network is, with a way to the page where something can be done about it. */
export function StatusLine({ tone, text, href }: StatusSentence) {
  const isTrouble = tone === 'trouble';
  return (
    // Another element when it becomes urgent: a screen reader does not notice a role that changes.
    <p key={String(isTrouble)} className={css.line} data-tone={tone} role={isTrouble ? 'alert' : 'status'}>
      <span className={css.dot} aria-hidden="true" />
      <span className={css.text} title={text}>
        {href === '' || tone === 'unknown' ? text : <Link href={href}>{text}</Link>}
      </span>
    </p>
  );
}
