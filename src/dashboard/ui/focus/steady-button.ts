import { type ComponentProps, createElement } from 'react';

/**
 * A button that can have the focus while it cannot be used. From one that is disabled natively, for instance the Save that
 * was just pressed, browsers take the focus away, and the next key goes nowhere.
 */
export function SteadyButton({
  disabled = false,
  type = 'button',
  onClick,
  ...props
}: ComponentProps<'button'>) {
  return createElement('button', {
    ...props,
    type,
    'aria-disabled': disabled || undefined,
    // Also what keeps a form from being sent by Enter.
    onClick: disabled ? (event) => event.preventDefault() : onClick,
  });
}
