package net.portcullis.agent.core.servers;

import java.util.HashMap;
import java.util.Map;
import net.portcullis.agent.core.channel.Coordinator;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.session.Session;
import net.portcullis.agent.core.session.Sessions;

/** How many players servers have, with those who are on their way, and how many more they take. */
final class ServerPlaces {
  private final Coordinator coordinator;
  private final Sessions sessions;
  private final RecentlySent sent;

  ServerPlaces(Coordinator coordinator, Sessions sessions, RecentlySent sent) {
    this.coordinator = coordinator;
    this.sessions = sessions;
    this.sent = sent;
  }

  /** Whether there is no place for the player. */
  boolean isFull(KnownServer server, ProxyPlayer player) {
    return coordinator.isConnected()
        && server.maxPlayers() > 0
        && server.players() + sent.to(server.name(), player) >= server.maxPlayers();
  }

  int free(KnownServer server) {
    if (server.maxPlayers() == 0) return Integer.MAX_VALUE;
    return Math.max(0, server.maxPlayers() - server.players() - sent.to(server.name()));
  }

  /** How full servers are at this moment. */
  Occupancy now(ProxyPlayer besides) {
    Map<String, Integer> here = coordinator.isConnected() ? Map.of() : here();
    return server ->
        Math.max(server.players(), here.getOrDefault(server.name(), 0))
            + sent.to(server.name(), besides);
  }

  /**
   * While the coordinator is away its counts are old, but there are at least those of this proxy.
   */
  private Map<String, Integer> here() {
    Map<String, Integer> here = new HashMap<>();
    for (Session session : sessions.all()) {
      session.server().ifPresent(name -> here.merge(name, 1, Integer::sum));
    }
    return here;
  }

  /** How many players a server has. */
  interface Occupancy {
    int of(KnownServer server);
  }
}
