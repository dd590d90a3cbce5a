package net.portcullis.agent.bungeecord;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import net.md_5.bungee.api.connection.ProxiedPlayer;

/** Where each player was connected to last: BungeeCord does not say which server was lost. */
final class Attempts {
  private final Map<ProxiedPlayer, String> last = Collections.synchronizedMap(new WeakHashMap<>());

  void to(ProxiedPlayer player, String server) {
    last.put(player, server);
  }

  Optional<String> lastOf(ProxiedPlayer player) {
    return Optional.ofNullable(last.get(player));
  }
}
