import {
  cloneElement,
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

/** What finds a place for a label is a seventh of the code of the page: it is loaded when one is first wanted. */
const TooltipOf = lazy<ComponentType<{ readonly target: HTMLElement; readonly label: string }>>(() =>
  import('./tooltip.tsx').catch(() => ({ default: () => null })),
);

interface Target {
  readonly onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
}

/** Shows a label while the pointer is on the element. */
export function Tip({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactElement<Target>;
}) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  return (
    <>
      {cloneElement(children, { onMouseEnter: ({ currentTarget }) => setTarget(currentTarget) })}
      {target !== null && (
        <Suspense fallback={null}>
          <TooltipOf target={target} label={label} />
        </Suspense>
      )}
    </>
  );
}
