import type { Client } from 'minecraft-protocol';
import { recordOf } from '../src/game/game-version.ts';
import { type ClientOptions, LobbyClient } from './lobby-client.ts';

/** Where a server has sent this client; resolves when it was. */
export function sentAway(client: LobbyClient): Promise<{ readonly host: string; readonly port: number }> {
  return new Promise((resolve) => {
    client.client.once('transfer', (packet: unknown) => {
      const { host, port } = recordOf(packet);
      resolve({ host: String(host), port: Number(port) });
      // The game closes the connection before it opens the next.
      client.client.end();
    });
  });
}

/** A client of the game that a server has sent here. The library's own clients do not know this. */
export const TRANSFERRED: ClientOptions = {
  onConnect: (client: Client) => {
    const write = client.write.bind(client);
    client.write = (name: string, fields: unknown) =>
      write(name, name === 'set_protocol' ? { ...recordOf(fields), nextState: 3 } : fields);
  },
};
