import { KEYS, type Settings } from './keys.ts';

const REDACTED = '[redacted]';
// A shorter one could be part of any word, and no secret of ours is.
const SHORTEST = 6;

/**
 * Takes every secret of the configuration out of a line of the log, wherever in it it stands: in a field, in the
 * message of an error of the database driver, in a URL. `more` are secrets that are in no setting.
 */
export function redactor(settings: Settings, more: readonly string[] = []): (line: string) => string {
  const values = Object.entries(KEYS).flatMap(([name, { secret, initial, generated }]) => {
    const value: unknown = Object.entries(settings).find(([key]) => key === name)?.[1];
    const telling = secret && typeof value === 'string' && (generated || value !== initial());
    return telling ? [value, ...urlPassword(value)] : [];
  });
  // Longest first: a URL is to go as a whole before the password inside it does.
  const secrets = [...values, ...more]
    .filter((value) => value.length >= SHORTEST)
    .map((value) => JSON.stringify(value).slice(1, -1))
    .sort((one, other) => other.length - one.length);
  return (line) => secrets.reduce((so, secret) => so.replaceAll(secret, REDACTED), line);
}

/** The password in a URL, as written there and as meant. */
function urlPassword(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
