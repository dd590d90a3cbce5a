/** Exit codes of the process; scripts and service managers rely on them. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
