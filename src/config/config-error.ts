import { shownKey } from './shown-value.ts';

/** One thing that is wrong with the configuration. */
export interface ConfigIssue {
  /** The source of the value: `data/config.yml:12`, an environment variable or a command-line option. */
  readonly where: string;
  readonly key: string;
  readonly message: string;
}

/** The configuration cannot be used. Carries every issue, so that one round of editing is enough. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly issues: readonly ConfigIssue[];

  constructor(issues: readonly ConfigIssue[]) {
    super(issues.map(issueText).join('\n'));
    this.issues = issues;
  }
}

function issueText({ where, key, message }: ConfigIssue): string {
  return key === '' ? `${where}: ${message}` : `${where}: ${shownKey(key)} ${message}`;
}
