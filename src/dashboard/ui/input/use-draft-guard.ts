import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import { fieldsOf, hasEntered } from './entered.ts';

/**
 * For a form that must not be lost by a stray key or click. `ask` is called where the browser's own buttons would leave a
 * form in which something was entered; browsers without the navigation API leave it.
 */
export function useDraftGuard(ask: () => void): {
  readonly form: RefCallback<HTMLFormElement>;
  readonly isFilled: () => boolean;
} {
  const opened = useRef<{ readonly form: HTMLFormElement; readonly fields: ReadonlyMap<Element, string> }>(
    undefined,
  );
  const isFilled = useCallback(
    () => opened.current !== undefined && hasEntered(opened.current.form, opened.current.fields),
    [],
  );
  const form = useCallback((element: HTMLFormElement | null) => {
    opened.current = element === null ? undefined : { form: element, fields: fieldsOf(element) };
  }, []);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!('navigation' in window)) return undefined;
    const stay = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || !isFilled()) return;
      event.preventDefault();
      latest.current();
    };
    window.navigation.addEventListener('navigate', stay);
    return () => window.navigation.removeEventListener('navigate', stay);
  }, [isFilled]);
  return { form, isFilled };
}
