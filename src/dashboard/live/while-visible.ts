/** Runs something while the tab is visible, anew each time, until the returned function is called. */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const look = () => {
    if (document.visibilityState === 'visible') stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop?.();
  };
}
