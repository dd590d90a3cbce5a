/** How servers are rebooted. */
export interface RebootRules {
  readonly countdownSeconds: number;
  /** Seconds before the stop at which the players of the server get the announcement. */
  readonly announceAt: readonly number[];
  /** Stop although players could not be moved. */
  readonly force: boolean;
  /** What players read before it; `{seconds}` is filled in. */
  readonly announcement: string;
  /** What players read when the server goes down. */
  readonly message: string;
  /** Where players are moved to: each is tried in this order, then the hubs. */
  readonly fallbacks: readonly string[];
  /** What players who were moved away read once the server is back; `{server}` is filled in. Empty: nothing. */
  readonly wayBack: string;
}

export const DEFAULT_REBOOT_RULES: RebootRules = {
  countdownSeconds: 10,
  announceAt: [3600, 1800, 600, 300, 120, 60, 30, 10, 5, 4, 3, 2, 1],
  force: false,
  announcement: 'This server restarts in {seconds} seconds.',
  message: 'This server restarts',
  fallbacks: [],
  wayBack: '{server} is back.',
};
