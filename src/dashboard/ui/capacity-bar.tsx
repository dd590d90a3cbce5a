import css from './capacity-bar.module.css';
import { countText } from './count-text.ts';

interface CapacityBarProps {
  readonly value: number;
  readonly of: number;
  /** Why there may be more than are counted. */
  readonly unknown?: string | null | undefined;
}

/** How many of how many, as numbers and as a bar. */
export function CapacityBar({ value, of, unknown }: CapacityBarProps) {
  const part = of === 0 ? 0 : Math.min(1, value / of);
  return (
    <span className={css.capacity}>
      <span>
        {unknown == null ? countText(value) : <abbr title={unknown}>unknown</abbr>}{' '}
        <span className={css.of}>/ {countText(of)}</span>
      </span>
      <span className={css.track} data-full={part >= 0.9 || undefined} aria-hidden="true">
        <span className={css.bar} style={{ width: `${part * 100}%` }} />
      </span>
    </span>
  );
}
