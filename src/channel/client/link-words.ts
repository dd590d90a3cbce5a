import { ERRORS, type ErrorCode } from '../../domain/errors.ts';

/** The URL of the channel of the coordinator at this URL. Throws a TypeError for an invalid one. */
export function channelUrl(base: string): string {
  const url = new URL(base);
  url.protocol = url.protocol.replace('http', 'ws');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/channel`;
  return url.href;
}

/** What an answer other than that of the channel says about the configured URL. */
export function refusalWords(status: number): string {
  if (status === 401) return 'the coordinator refuses this secret';
  if (status === 404)
    return 'HTTP 404: there is no channel; is the URL that of the coordinator, with the path before /channel?';
  return `HTTP ${status}`;
}

/** Whether this version knows the code of an error. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** An error in words. One for several addresses of one name has no message, only a code. */
export function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/** A URL for the log. */
export function withoutUser(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
