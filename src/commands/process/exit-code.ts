/** What the process says when it ends; scripts and service managers rely on it. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
