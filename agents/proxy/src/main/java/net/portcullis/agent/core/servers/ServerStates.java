package net.portcullis.agent.core.servers;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.network.NetworkView;

/** Why a server takes nobody at the moment, as far as the coordinator knows. */
final class ServerStates {
  private final Coordinator coordinator;
  private final NetworkView network;

  /**
   * A server without an agent of its own is {@code OFFLINE} for ever, and may be up all the same:
   * only one that was up, and is not, is lost.
   */
  private final Set<String> seenUp = ConcurrentHashMap.newKeySet();

  ServerStates(Coordinator coordinator, NetworkView network) {
    this.coordinator = coordinator;
    this.network = network;
    network.onChange(this::look);
  }

  /** While the coordinator is away its last word is old: then the servers themselves decide. */
  Optional<Closed> closed(String server) {
    if (!coordinator.isConnected()) return Optional.empty();
    return network.server(server).flatMap(this::closedNow);
  }

  /** Whether the coordinator says now that players may be sent there. */
  boolean isOpen(KnownServer server) {
    return coordinator.isConnected() && server.takesPlayers();
  }

  /** Whether the coordinator will say when the server is back. */
  boolean comesBack(String server) {
    return seenUp.contains(server);
  }

  private Optional<Closed> closedNow(KnownServer server) {
    return switch (server.state().orElse("")) {
      case "DRAINING", "RESTARTING" -> Optional.of(Closed.DRAINING);
      case "STARTING" -> Optional.of(Closed.DOWN);
      case "OFFLINE" ->
          seenUp.contains(server.name()) ? Optional.of(Closed.DOWN) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private void look() {
    for (KnownServer server : network.servers()) {
      if (server.state().filter(state -> !state.equals("OFFLINE")).isPresent()) {
        seenUp.add(server.name());
      }
    }
    seenUp.removeIf(name -> network.server(name).isEmpty());
  }

  /** Why. */
  enum Closed {
    /** It is being emptied, or restarts. */
    DRAINING,
    /** It was lost, or is not ready yet. */
    DOWN
  }
}
