import { readFileSync } from 'node:fs';

/**
 * This share of the files (sockets too) that the process may have open, as Linux says it; undefined where the system does not
 * say. Node raises the soft limit to the hard one when it starts.
 */
export function shareOfFiles(share: number): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return files === undefined ? undefined : Math.floor(Number(files) * share);
  } catch {
    return undefined;
  }
}
