package net.portcullis.agent.core.servers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.time.Clock;

/**
 * Players who were sent to a server and whom the coordinator does not count there yet. Without them
 * a thousand logins within a second would all be sent to the same hub.
 */
final class RecentlySent {
  /** Who has not arrived by then does not. */
  private static final long ON_THE_WAY_MS = 5_000;

  /** Until the coordinator has heard of an arrival and said so: it gathers for 100 ms. */
  private static final long UNTIL_COUNTED_MS = 500;

  private final Clock clock;
  private final Map<ProxyPlayer, Sent> underWay = new LinkedHashMap<>();
  private final Deque<Sent> arrived = new ArrayDeque<>();
  private final Map<String, Integer> counts = new HashMap<>();

  RecentlySent(Clock clock) {
    this.clock = clock;
  }

  synchronized void note(ProxyPlayer player, String server) {
    drop();
    forget(player);
    underWay.put(player, new Sent(server, clock.elapsed() + ON_THE_WAY_MS));
    counts.merge(server, 1, Integer::sum);
  }

  synchronized void switched(ProxyPlayer player, String server) {
    Sent sent = underWay.get(player);
    if (sent == null) return;
    if (!sent.server.equals(server)) {
      forget(player);
      return;
    }
    underWay.remove(player);
    arrived.add(new Sent(server, clock.elapsed() + UNTIL_COUNTED_MS));
  }

  /** The player did not get there, or has left. */
  synchronized void forget(ProxyPlayer player) {
    Sent sent = underWay.remove(player);
    if (sent != null) uncount(sent);
  }

  /** How many others were sent there. */
  synchronized int to(String server, ProxyPlayer besides) {
    drop();
    Sent own = underWay.get(besides);
    int count = counts.getOrDefault(server, 0);
    return own != null && own.server.equals(server) ? count - 1 : count;
  }

  synchronized int to(String server) {
    drop();
    return counts.getOrDefault(server, 0);
  }

  private void drop() {
    long now = clock.elapsed();
    // Both are in the order of their ends, since each kind has one length.
    Iterator<Sent> late = underWay.values().iterator();
    while (late.hasNext()) {
      Sent sent = late.next();
      if (sent.until > now) break;
      late.remove();
      uncount(sent);
    }
    while (!arrived.isEmpty() && arrived.peek().until <= now) uncount(arrived.remove());
  }

  private void uncount(Sent sent) {
    counts.computeIfPresent(sent.server, (name, count) -> count > 1 ? count - 1 : null);
  }

  private record Sent(String server, long until) {}
}
