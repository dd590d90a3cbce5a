package net.portcullis.agent.core.network;

import java.util.Optional;

/**
 * A server of the coordinator.
 *
 * @param address {@code host:port}; empty where the coordinator does not know it
 * @param state as in docs/channel.md; empty where the coordinator does not say it (an older one)
 * @param maxPlayers 0 where the coordinator does not say it
 */
public record KnownServer(
    String name,
    String type,
    Optional<String> address,
    Optional<String> state,
    int players,
    int maxPlayers) {
  /** Whether the game's own words say that players may be sent there now. */
  public boolean takesPlayers() {
    return state
        .map(
            word ->
                !word.equals("OFFLINE")
                    && !word.equals("STARTING")
                    && !word.equals("DRAINING")
                    && !word.equals("RESTARTING"))
        .orElse(true);
  }

  public boolean isHub() {
    return type.equals("HUB");
  }

  /** Whether it has no place left. */
  public boolean isFull() {
    return maxPlayers > 0 && players >= maxPlayers;
  }
}
