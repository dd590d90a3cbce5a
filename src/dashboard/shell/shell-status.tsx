import { useEffect } from 'react';
import { StatusLine } from '../status/status-line.tsx';
import { useTab } from '../status/tab.ts';
import { useStatusSentence } from '../status/use-network-status.ts';
import { loadLaterCode } from './later-code.ts';
import { usePageTitle } from './page-title.ts';
import type { PageEntry } from './page-entry.ts';

/** How the network is, on top of the page and in the browser's tab. Apart from the shell, which need not follow every change. */
export function ShellStatus({ pages }: { readonly pages: readonly PageEntry[] }) {
  const title = usePageTitle(pages);
  const sentence = useStatusSentence();
  useTab(title, sentence);
  const isKnown = sentence.tone !== 'unknown';
  useEffect(() => {
    if (isKnown) loadLaterCode();
  }, [isKnown]);
  return (
    <section aria-label="Network">
      <StatusLine {...sentence} />
    </section>
  );
}
