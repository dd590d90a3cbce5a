import type { ConfigIssue } from './config-error.ts';
import type { Layer } from './files/config-document.ts';
import { type Installation, installationFile } from './files/installation.ts';

/** Without these a start would be one with other secrets or another database: for players, without bans. */
const ESSENTIAL: readonly string[] = ['api_key', 'channel.secret', 'storage.url'];
/** A line that may be removed to have a new password generated. */
const REMOVABLE = 'auth.password';
const MAX_NAMED = 8;

/** What `config.yml` had at the last start, and is nowhere now. */
export interface LostKeys {
  readonly issues: readonly ConfigIssue[];
  readonly warnings: readonly string[];
  /** The keys that are warned of: they stay in the record, so that the warning comes again until somebody acts on it. */
  readonly others: readonly string[];
}

export interface LostKeysSources {
  readonly dataFolder: string;
  readonly file: string;
  readonly isThere: boolean;
  /** Whether this version has the key. */
  readonly knows: (key: string) => boolean;
  /** Every source of values, the file among them. */
  readonly layers: readonly Layer[];
}

/** Compares the sources with the last start: a file that was cut short reads like one that leaves the rest to defaults. */
export function lostKeys(installed: Installation | undefined, sources: LostKeysSources): LostKeys {
  const { dataFolder, file, isThere, knows, layers } = sources;
  const isLost = (key: string): boolean => knows(key) && !layers.some(({ values }) => values.has(key));
  const lost = (installed?.keys ?? []).filter((key) => key !== REMOVABLE && isLost(key));
  const essential = lost.filter((key) => ESSENTIAL.includes(key));
  const others = lost.filter((key) => !ESSENTIAL.includes(key));
  const anew = `to begin anew on purpose, remove ${installationFile(dataFolder)}`;
  if (essential.length > 0 && !isThere) {
    const message = `is gone; an earlier start had it. Restore it from a backup, or ${anew}`;
    return { issues: [{ where: file, key: '', message }], warnings: [], others };
  }
  const message = `is gone; the last start had it. If the file was cut short, restore it, or write the key again; ${anew}`;
  return {
    issues: essential.map((key) => ({ where: file, key, message })),
    warnings:
      others.length === 0
        ? []
        : [
            `${file} lacks what it had at an earlier start: ${named(others)}. Defaults hold. If the file was cut short, restore it; to leave them out on purpose, remove ${installationFile(dataFolder)}`,
          ],
    others,
  };
}

/** Whole sections first: `servers` says more than a time limit. */
function named(keys: readonly string[]): string {
  const sorted = keys.toSorted((one, other) => one.split('.').length - other.split('.').length);
  const more = keys.length - MAX_NAMED;
  return `${sorted.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
