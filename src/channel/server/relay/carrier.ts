/** A proxy that carries plugin messages for the game servers behind it. */
export interface Carrier {
  /** Its own name. */
  readonly name: string;
  /** Where it connects from, for bounds and the log. */
  readonly address: string;
  /** Whether a player of its own is on this server, without whom nothing gets there. */
  hasPlayersOn(server: string): boolean;
  /** Hands it the text of a plugin message for this server. */
  carry(server: string, data: string): void;
}
