package net.portcullis.agent.core.relay;

import java.util.HashMap;
import java.util.Map;
import net.portcullis.agent.core.time.Clock;

/** How many messages of each server are taken within a second. */
final class RelayBounds {
  private static final int MAX_A_SECOND = 100;
  private static final long SECOND_MS = 1_000;

  private final Clock clock;
  private final Map<String, Integer> taken = new HashMap<>();
  private long since;

  RelayBounds(Clock clock) {
    this.clock = clock;
    since = clock.elapsed();
  }

  /** Counts one more, and answers whether it may be taken. */
  synchronized boolean take(String server) {
    long now = clock.elapsed();
    if (now - since >= SECOND_MS) {
      since = now;
      taken.clear();
    }
    return taken.merge(server, 1, Integer::sum) <= MAX_A_SECOND;
  }
}
