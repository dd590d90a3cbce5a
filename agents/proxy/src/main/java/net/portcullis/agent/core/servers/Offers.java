package net.portcullis.agent.core.servers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.time.Clock;

/**
 * The servers that players were offered by a click. The commands behind the clicks are open to
 * everybody, and a proxy may have servers that are not: so they work only for what was offered.
 */
public final class Offers {
  private static final long VALID_MS = 10 * 60_000;
  private static final int MAX_EACH = 8;

  private final Clock clock;
  private final Map<ProxyPlayer, Map<String, Long>> offers = new ConcurrentHashMap<>();

  public Offers(Clock clock) {
    this.clock = clock;
  }

  public void add(ProxyPlayer player, String server) {
    long until = clock.elapsed() + VALID_MS;
    offers.compute(
        player,
        (key, before) -> {
          Map<String, Long> kept = new LinkedHashMap<>();
          if (before != null) kept.putAll(before);
          kept.remove(server);
          kept.put(server, until);
          if (kept.size() > MAX_EACH) kept.remove(kept.keySet().iterator().next());
          return kept;
        });
  }

  public boolean has(ProxyPlayer player, String server) {
    Long until = offers.getOrDefault(player, Map.of()).get(server);
    return until != null && until > clock.elapsed();
  }

  void left(ProxyPlayer player) {
    offers.remove(player);
  }
}
