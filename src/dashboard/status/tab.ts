import { useEffect } from 'react';
import { GATE_PATH } from '../ui/brand.tsx';
import type { StatusSentence, StatusTone } from './status-sentence.ts';

const NAME = 'Portcullis';
/** As in public/icon.svg. */
const BLUE = '#4a66f0';
const COLOURS: Readonly<Record<StatusTone, string>> = {
  ok: BLUE,
  unknown: BLUE,
  warning: '#d08a12',
  trouble: '#d63c45',
};

/** The title of the browser's tab: the page, and before it what is wrong with the network. */
export function tabTitle(page: string, { tone, text }: Pick<StatusSentence, 'tone' | 'text'>): string {
  const title = page === '' ? NAME : `${page} · ${NAME}`;
  return tone === 'warning' || tone === 'trouble' ? `${text} – ${title}` : title;
}

/**
 * The icon of the browser's tab, as an address that needs no request: the coordinator may be what cannot be reached. Not by
 * the colour alone: trouble has a mark too.
 */
export function tabIcon(tone: StatusTone): string {
  const gate = `<path d="${GATE_PATH}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/>`;
  const mark = '<path d="M16 7v11M16 24v.5" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/>';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${COLOURS[tone]}"/>${tone === 'trouble' ? mark : gate}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Keeps the title and the icon of the tab up to date. Signed out, they are those of the product again. */
export function useTab(page: string, sentence: StatusSentence): void {
  const title = tabTitle(page, sentence);
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = NAME;
    };
  }, [title]);
  const icon = tabIcon(sentence.tone);
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]');
    const before = link?.getAttribute('href') ?? '';
    link?.setAttribute('href', icon);
    return () => link?.setAttribute('href', before);
  }, [icon]);
}
