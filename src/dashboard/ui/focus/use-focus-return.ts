import { useEffect, useState } from 'react';
import { focusHeading } from './focus-heading.ts';

/** For what opens over a page: when it closes, the focus goes back to what opened it, or to the page's heading. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After what else the closing changes, for instance whether the opener is still there.
      setTimeout(() => {
        const { activeElement: active, body } = document;
        if (active !== null && active !== body) return;
        if (opener instanceof HTMLElement && opener !== body) opener.focus({ preventScroll: true });
        if (document.activeElement !== opener || opener === body) focusHeading();
      });
    },
    [opener],
  );
}
