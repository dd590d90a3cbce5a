/** Structured events for the operator: `logger.info({ event: 'ban.stored', uuid })`. No field holds a secret. */
export interface Logger {
  debug(fields: LogFields): void;
  info(fields: LogFields): void;
  warn(fields: LogFields): void;
  error(fields: LogFields): void;
}

export type LogFields = { readonly event: string; readonly [field: string]: unknown };
