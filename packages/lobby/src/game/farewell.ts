import minecraft, { type ServerClient } from 'minecraft-protocol';
import { parseText, plainText } from '../../../../src/domain/text/text.ts';
import { componentOf } from '../../../../src/domain/text/text-component.ts';
import { packetText } from './game-text.ts';

/** A client that does not end its side in this time is cut off. */
const GONE_WITHIN_MS = 1_500;

const changing = new WeakSet<ServerClient>();

/** This phase was ended for the client: what it reads from now on is of the next, which begins here when it has answered. */
export function endsPhase(client: ServerClient): void {
  changing.add(client);
  client.once('state', () => {
    changing.delete(client);
  });
}

/** Ends a connection with this message, text with colours, in every phase that can show one; resolves when it is gone. */
export async function endWithWords(client: ServerClient, message: string): Promise<void> {
  if (client.ended) return;
  if (changing.has(client)) await nextPhase(client);
  if (client.ended) return;
  const gone = new Promise<void>((resolve) => client.once('end', () => resolve()));
  const words = parseText(message);
  const { protocolVersion, state } = client;
  const isConfiguring = state === minecraft.states.CONFIGURATION;
  // For this phase the library has no words; for the others it takes binary tags as well, which its types do not say.
  if (isConfiguring) client.write('disconnect', { reason: packetText(words, protocolVersion) });
  const text =
    state === minecraft.states.PLAY
      ? packetText(words, protocolVersion)
      : JSON.stringify(componentOf(words, protocolVersion));
  const end: unknown = Reflect.get(client, 'end');
  if (typeof end === 'function') Reflect.apply(end, client, [plainText(words), text]);
  const late = setTimeout(() => client.socket.destroy(), GONE_WITHIN_MS);
  await gone;
  clearTimeout(late);
}

function nextPhase(client: ServerClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('state', () => resolve());
    client.once('end', () => resolve());
  });
}
