import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../../config/config-error.ts';
import type { ManagedServerSettings, ManagementSettings } from '../../config/fields/server-fields.ts';
import { parseServerAddress } from '../../platform/server-address.ts';
import type { ServerConnectionSettings } from '../../platform/server-connections.ts';

/** The part of a server's or proxy's configuration that says how it is reached. */
export type ConnectionConfig = Pick<ManagedServerSettings, 'management' | 'rcon'>;

/**
 * How one server or proxy is reached, with its certificates read. `caKey` is the configuration key that names them, for
 * errors. Throws a ConfigError for certificates that cannot be read.
 */
export async function connectionSettings(
  caKey: string,
  { management, rcon }: ConnectionConfig,
  dataFolder: string,
): Promise<ServerConnectionSettings> {
  const address = rcon === undefined ? undefined : parseServerAddress(rcon.address);
  return {
    ...(management === undefined
      ? {}
      : { management: await withCertificates(caKey, management, dataFolder) }),
    ...(rcon === undefined || address === undefined ? {} : { rcon: { address, password: rcon.password } }),
  };
}

/** The key of the certificates of a server or proxy in the coordinator's configuration. */
export function caKeyOf(section: 'servers' | 'proxies', name: string): string {
  return `${section}.${name}.management.tls.ca`;
}

async function withCertificates(
  caKey: string,
  { url, secret, tls }: ManagementSettings,
  dataFolder: string,
): Promise<NonNullable<ServerConnectionSettings['management']>> {
  if (tls === undefined) return { url, secret };
  const ca = tls.ca === undefined ? {} : { ca: await certificates(caKey, resolve(dataFolder, tls.ca)) };
  return { url, secret, tls: { ...ca, insecure: tls.insecure === true } };
}

async function certificates(caKey: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigError([{ where: file, key: caKey, message: `cannot be read: ${reason}` }]);
  }
}
