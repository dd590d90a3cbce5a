package net.portcullis.agent.bungeecord;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.portcullis.agent.core.text.Text;

/**
 * Who is on the way to which server. BungeeCord calls a move done when the server's port answers,
 * before the server has taken the player in; here it is done when the player is there.
 */
final class Arrivals {
  private static final int MAX_WAIT_SECONDS = 5;

  private final Map<ProxiedPlayer, Way> ways = new ConcurrentHashMap<>();
  private final Map<ProxiedPlayer, Text> greetings = new ConcurrentHashMap<>();

  /** Completes with whether the player has arrived, after a few seconds at most. */
  CompletionStage<Boolean> await(ProxiedPlayer player, String server) {
    Way way = new Way(server, new CompletableFuture<>());
    Optional.ofNullable(ways.put(player, way)).ifPresent(other -> other.done().complete(false));
    way.done().completeOnTimeout(false, MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    return way.done().whenComplete((arrived, failure) -> ways.remove(player, way));
  }

  /** What the player reads on the next server: before it there is no chat. */
  void greet(ProxiedPlayer player, Text message) {
    greetings.put(player, message);
  }

  /** What the player is to read now. */
  Optional<Text> arrived(ProxiedPlayer player, String server) {
    Optional.ofNullable(ways.get(player))
        .ifPresent(way -> way.done().complete(way.server().equals(server)));
    return Optional.ofNullable(greetings.remove(player));
  }

  /** The server did not take the player in. */
  void refused(ProxiedPlayer player, String server) {
    Optional.ofNullable(ways.get(player))
        .filter(way -> way.server().equals(server))
        .ifPresent(way -> way.done().complete(false));
  }

  void left(ProxiedPlayer player) {
    greetings.remove(player);
    Optional.ofNullable(ways.get(player)).ifPresent(way -> way.done().complete(false));
  }

  private record Way(String server, CompletableFuture<Boolean> done) {}
}
