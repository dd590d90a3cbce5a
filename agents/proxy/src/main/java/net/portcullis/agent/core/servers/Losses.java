package net.portcullis.agent.core.servers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.time.Clock;

/** Which servers players lost lately, so that nobody is sent round in a circle. */
final class Losses {
  private static final long WITHIN_MS = 10_000;
  private static final int MAX_TRIES = 3;

  private final Clock clock;
  private final Map<ProxyPlayer, Deque<Loss>> losses = new ConcurrentHashMap<>();

  Losses(Clock clock) {
    this.clock = clock;
  }

  /** Notes one more, and returns all of late; empty when they were too many. */
  Set<String> add(ProxyPlayer player, String server) {
    Set<String> lately = new HashSet<>();
    long now = clock.elapsed();
    losses.compute(
        player,
        (key, before) -> {
          Deque<Loss> kept = before == null ? new ArrayDeque<>() : before;
          kept.removeIf(loss -> loss.at <= now - WITHIN_MS);
          kept.add(new Loss(server, now));
          if (kept.size() > MAX_TRIES) {
            kept.remove();
            return kept;
          }
          kept.forEach(loss -> lately.add(loss.server));
          return kept;
        });
    return lately;
  }

  void left(ProxyPlayer player) {
    losses.remove(player);
  }

  private record Loss(String server, long at) {}
}
