const ACCOUNT_NAME = /^[A-Za-z0-9_]{3,16}$/;

/** Whether the account service is asked about this name: not about Floodgate's, nor about one or two letters (decision 116). */
export function isAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(name);
}
