const ACCOUNT_NAME = /^[A-Za-z0-9_]{3,16}$/;

/** Whether the account service can know an account of this name; it is not asked about Floodgate's and very old ones. */
export function isAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(name);
}
