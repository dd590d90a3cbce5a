import css from './capacity-bar.module.css';

const count = new Intl.NumberFormat();

/** How many of how many, as numbers and as a bar. */
export function CapacityBar({ value, of }: { readonly value: number; readonly of: number }) {
  const part = of === 0 ? 0 : Math.min(1, value / of);
  return (
    <span className={css.capacity}>
      <span>
        {count.format(value)} <span className={css.of}>/ {count.format(of)}</span>
      </span>
      <span className={css.track} data-full={part >= 0.9 || undefined} aria-hidden="true">
        <span className={css.bar} style={{ width: `${part * 100}%` }} />
      </span>
    </span>
  );
}
