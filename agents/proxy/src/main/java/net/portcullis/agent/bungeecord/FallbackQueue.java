package net.portcullis.agent.bungeecord;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyServer;

/**
 * Which servers BungeeCord tries when a player loses theirs. It has one queue for a player's whole
 * stay, uses it up, and disconnects without asking any plugin once nothing is left in it; a queue
 * that is filled anew for each server makes it ask. Where it goes is then decided in {@link
 * ServerListener}.
 */
final class FallbackQueue {
  /** The lost server and one more would do; a few, should some of them vanish. */
  private static final int MAX_OTHERS = 4;

  private static final String SETTER = "setServerJoinQueue";

  private final BungeePlatform platform;

  FallbackQueue(BungeePlatform platform) {
    this.platform = platform;
  }

  /**
   * @param current where the player is, which is the one that can be lost; empty before the first
   */
  void refill(ProxiedPlayer player, Optional<String> current) {
    Set<String> names = new LinkedHashSet<>(ownOrder(player));
    platform.servers().stream().map(ProxyServer::name).limit(MAX_OTHERS).forEach(names::add);
    current.ifPresent(names::remove);
    try {
      // Not in BungeeCord's API, but public there and in what is derived from it.
      player.getClass().getMethod(SETTER, Queue.class).invoke(player, new ArrayDeque<>(names));
    } catch (ReflectiveOperationException missing) {
      warn(platform.log(), missing);
    }
  }

  /** Whether the proxy would have tried this server without the agent. */
  boolean isOwn(ProxiedPlayer player, String server) {
    return ownOrder(player).contains(server);
  }

  private static List<String> ownOrder(ProxiedPlayer player) {
    return player.getPendingConnection().getListener().getServerPriority();
  }

  private static void warn(Log log, ReflectiveOperationException missing) {
    log.warn(Event.of("servers.no-fallback").with("reason", missing.toString()).line());
  }
}
