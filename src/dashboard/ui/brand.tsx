import css from './brand.module.css';

/** The lines of the logo, in a box of 32 by 32. */
export const GATE_PATH = 'M7 25V14a9 9 0 0 1 18 0v11M12.5 7v18M19.5 7v18M7 14h18M7 19.5h18';

/** The logo and name of Portcullis. */
export function Brand() {
  return (
    <span className={css.brand}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d={GATE_PATH} fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
      Portcullis
    </span>
  );
}
