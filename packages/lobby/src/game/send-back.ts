import type { ServerClient } from 'minecraft-protocol';
import { AppError } from '../../../../src/domain/errors.ts';
import { plainHost } from '../../../../src/platform/edge/protocol/handshake.ts';
import { recordOf, SINCE } from './game-version.ts';

/** How long a client may take to leave. */
const GONE_WITHIN_MS = 3_000;

/** Whether servers can send clients of this protocol to another address (1.20.5). */
export function canSendBack(protocol: number): boolean {
  return protocol >= SINCE.transfers;
}

/**
 * Sends a client to the address that its player typed, which has just worked; resolves when it is gone. Rejects with
 * `platform_unavailable`, in words.
 */
export async function sendBack(client: ServerClient): Promise<void> {
  if (!canSendBack(client.protocolVersion)) {
    throw new AppError(
      'platform_unavailable',
      'The player’s version of Minecraft is older than 1.20.5: it cannot be sent to another server',
    );
  }
  const { serverHost, serverPort } = recordOf(client);
  const host = typeof serverHost === 'string' ? plainHost(serverHost) : '';
  if (host === '')
    throw new AppError('platform_unavailable', 'The player’s client did not say what was typed');
  const isGone = goneSoon(client);
  client.write('transfer', { host, port: serverPort });
  if (await isGone) return;
  throw new AppError('platform_unavailable', 'The player’s client did not leave in time');
}

function goneSoon(client: ServerClient): Promise<boolean> {
  return new Promise((resolve) => {
    const left = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      // One for each try would stay with a client that never leaves.
      client.off('end', left);
      resolve(false);
    }, GONE_WITHIN_MS);
    client.once('end', left);
  });
}
