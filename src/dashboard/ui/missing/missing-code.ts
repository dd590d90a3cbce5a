const FIRST_LOOK_MS = 2_000;
/** Of a page that was just loaded anew, which did not help. */
const NEXT_LOOK_MS = 15_000;

const missing = new WeakSet<Error>();

/** Takes note of the code of pages that could not be loaded; the build tells of each. */
export function noteMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void missing.add(payload));
}

/** Whether code is missing, rather than wrong: then it helps to load the page anew. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}

/** Loads the page anew as soon as the coordinator has its code, in this version or in a newer one, unless it is stopped before. */
export function reloadOnceThere(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    // A page of an older version is told 404 here, and is helped by the new one.
    const isThere = await fetch(import.meta.url, { cache: 'no-store' }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isThere) window.location.reload();
    else timer = setTimeout(() => void look(), NEXT_LOOK_MS * (0.5 + Math.random() / 2));
  };
  timer = setTimeout(() => void look(), wasReloaded() ? NEXT_LOOK_MS : FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}
