/** The client of a request that waits. */
export interface Caller {
  /** Called when the connection ends before the answer. */
  gone: (() => void) | undefined;
}
