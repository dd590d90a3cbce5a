package net.portcullis.agent.bungeecord;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.md_5.bungee.api.connection.PendingConnection;
import net.md_5.bungee.api.plugin.Plugin;
import net.md_5.bungee.api.scheduler.TaskScheduler;

/**
 * Logins that the agent has let in and that have not joined. BungeeCord says nothing when such a
 * connection ends, or when a plugin that answers later refuses it; so they are looked at each
 * second.
 */
final class OpenLogins {
  private final Set<PendingConnection> open =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Consumer<PendingConnection> ended;

  OpenLogins(Consumer<PendingConnection> ended) {
    this.ended = ended;
  }

  void watch(TaskScheduler scheduler, Plugin plugin) {
    scheduler.schedule(plugin, this::sweep, 1, 1, TimeUnit.SECONDS);
  }

  void add(PendingConnection connection) {
    open.add(connection);
  }

  void remove(PendingConnection connection) {
    open.remove(connection);
  }

  /**
   * Bounded by the proxy's own connections: each of them ends, if only by the proxy's time limit.
   */
  void sweep() {
    for (PendingConnection connection : seen()) {
      if (!connection.isConnected() && open.remove(connection)) ended.accept(connection);
    }
  }

  private List<PendingConnection> seen() {
    synchronized (open) {
      return List.copyOf(open);
    }
  }
}
