import { createHash } from 'node:crypto';
import { once } from 'node:events';
import minecraft, { type Client } from 'minecraft-protocol';
import { wordsOf } from './game-text.ts';

export interface ServerListEntry {
  readonly version: { readonly name: string; readonly protocol: number };
  readonly players: { readonly online: number; readonly max: number };
  readonly description: unknown;
}

/** The uuid that servers in offline mode make of a name (docs/game-protocols.md "Names and uuids"). */
export function offlineUuid(name: string): string {
  const hash = createHash('md5').update(`OfflinePlayer:${name}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x30, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Requests the status for the server list, as a client of this version does. */
export async function ping(port: number, version: string): Promise<ServerListEntry> {
  return (await minecraft.ping({ host: '127.0.0.1', port, version })) as unknown as ServerListEntry;
}

/** A real client of one version, without an account. */
export class GameClient {
  readonly client: Client;
  /** Resolves when the client is in the game; rejects with the text of the disconnect when it is refused. */
  readonly playing: Promise<void>;
  /** The text of the disconnect; empty when the connection just broke. */
  readonly left: Promise<string>;
  #words = '';
  #isGone = false;

  constructor(port: number, version: string, username: string) {
    this.client = minecraft.createClient({
      host: '127.0.0.1',
      port,
      version,
      username,
      auth: 'offline',
      hideErrors: true,
      profilesFolder: false,
    });
    const note = (packet: { reason: unknown }): void => {
      this.#words = wordsOf(packet.reason);
    };
    this.client.on('disconnect', note);
    this.client.on('kick_disconnect', note);
    this.client.on('error', () => {});
    this.left = once(this.client, 'end').then(() => {
      this.#isGone = true;
      return this.#words;
    });
    this.playing = new Promise((resolve, reject) => {
      this.client.on('state', (state) => {
        if (state === minecraft.states.PLAY) resolve();
      });
      void this.left.then((words) => reject(new Error(words)));
    });
    this.playing.catch(() => {});
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The port at this end of the connection. */
  get localPort(): number | undefined {
    return this.client.socket.localPort;
  }

  async leave(): Promise<void> {
    this.client.end();
    await this.left;
  }
}

/** Tries to log in, and returns the text of the refusal. */
export async function refusalOf(port: number, version: string, username: string): Promise<string> {
  const client = new GameClient(port, version, username);
  const outcome = await client.playing.then(
    () => 'let in',
    (error: Error) => error.message,
  );
  if (!client.isGone) await client.leave();
  return outcome;
}
