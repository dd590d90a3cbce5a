import { Tooltip } from '@mantine/core';

/** The label beside an element that the pointer is on. Closes when the pointer leaves it or Escape is pressed. */
export default function TooltipOf({
  target,
  label,
}: {
  readonly target: HTMLElement;
  readonly label: string;
}) {
  // The pointer may have gone while this was loaded.
  return <Tooltip target={target} label={label} defaultOpened={target.matches(':hover')} />;
}
