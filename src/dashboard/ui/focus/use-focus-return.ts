import { useEffect, useState } from 'react';
import { returnFocus } from './return-focus.ts';

/** For what opens over a page: when it closes, the focus goes back to what opened it, or to the page's heading. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => returnFocus(opener), [opener]);
}
