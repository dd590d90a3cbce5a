package net.portcullis.agent.core.servers;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.network.NetworkView;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/**
 * Brings the servers of the coordinator to the proxy. The proxy's own are kept in memory while they
 * are away, so that another mode, or the next start, has them again. On the agent's thread.
 */
final class ServerSync {
  private static final int MAX_TOLD = 1_000;

  private final ProxyPlatform platform;
  private final NetworkView network;

  /** Those that are at the proxy because of the coordinator. */
  private final Map<String, InetSocketAddress> added = new HashMap<>();

  /** The proxy's own that were taken away or given another address. */
  private final Map<String, InetSocketAddress> replaced = new HashMap<>();

  /** Names of which the log has said that they differ. */
  private final Set<String> told = new HashSet<>();

  ServerSync(ProxyPlatform platform, NetworkView network) {
    this.platform = platform;
    this.network = network;
  }

  void sync(ServerSyncMode mode) {
    tellOfCase();
    // Before the coordinator was ever heard of, its list is not empty but unknown.
    if (mode != ServerSyncMode.OFF && network.status().isEmpty()) return;
    Map<String, InetSocketAddress> wanted = mode == ServerSyncMode.OFF ? Map.of() : wanted();
    if (mode != ServerSyncMode.MIRROR) restore();
    Map<String, InetSocketAddress> present = present();
    Set<String> occupied = occupied(present.keySet());
    removeAdded(wanted, present, occupied);
    if (mode == ServerSyncMode.MIRROR && !wanted.isEmpty()) removeOwn(present, occupied);
    Map<String, String> byFolded = foldedNames(present.keySet());
    wanted.forEach((name, address) -> add(name, address, mode, present, byFolded));
  }

  /** By their names. */
  private Map<String, InetSocketAddress> wanted() {
    Map<String, InetSocketAddress> wanted = new LinkedHashMap<>();
    for (KnownServer server : network.servers()) {
      server
          .address()
          .flatMap(ServerAddress::parse)
          .ifPresent(address -> wanted.put(server.name(), address));
    }
    return wanted;
  }

  private void removeAdded(
      Map<String, InetSocketAddress> wanted,
      Map<String, InetSocketAddress> present,
      Set<String> occupied) {
    for (String name : Set.copyOf(added.keySet())) {
      if (wanted.containsKey(name) || occupied.contains(name)) continue;
      added.remove(name);
      if (present.remove(name) == null) continue;
      platform.unregister(name);
      log("servers.removed", name);
    }
  }

  /** What the coordinator has without an address stays: it is a server of the network. */
  private void removeOwn(Map<String, InetSocketAddress> present, Set<String> occupied) {
    for (String name : Set.copyOf(present.keySet())) {
      if (added.containsKey(name) || occupied.contains(name)) continue;
      if (network.server(name).isPresent()) continue;
      replaced.put(name, present.remove(name));
      platform.unregister(name);
      log("servers.own-removed", name);
    }
  }

  private void add(
      String name,
      InetSocketAddress address,
      ServerSyncMode mode,
      Map<String, InetSocketAddress> present,
      Map<String, String> byFolded) {
    Optional<String> alike = Optional.ofNullable(byFolded.get(folded(name)));
    if (alike.isPresent() && !alike.get().equals(name)) return;
    Optional<InetSocketAddress> before = Optional.ofNullable(present.get(name));
    if (before.filter(own -> ServerAddress.isSame(own, address)).isPresent()) return;
    boolean isOwn = before.isPresent() && !added.containsKey(name);
    if (isOwn && mode == ServerSyncMode.ADD) return;
    if (isOwn) replaced.put(name, before.get());
    platform.register(name, address);
    added.put(name, address);
    byFolded.put(folded(name), name);
    log("servers.added", name);
  }

  /** The proxy's own servers are put back as they were. */
  private void restore() {
    replaced.forEach(
        (name, address) -> {
          added.remove(name);
          platform.register(name, address);
          log("servers.own-restored", name);
        });
    replaced.clear();
  }

  private Map<String, InetSocketAddress> present() {
    Map<String, InetSocketAddress> present = new TreeMap<>();
    for (ProxyServer server : platform.servers()) present.put(server.name(), server.address());
    return present;
  }

  private Set<String> occupied(Set<String> candidates) {
    Set<String> occupied = new HashSet<>();
    for (ProxyPlayer player : platform.players()) {
      player.server().filter(candidates::contains).ifPresent(occupied::add);
    }
    return occupied;
  }

  /** To players the two are one server; to the coordinator, and to some proxies, they are not. */
  private void tellOfCase() {
    Map<String, String> byFolded = foldedNames(present().keySet());
    for (KnownServer server : network.servers()) {
      String own = byFolded.getOrDefault(folded(server.name()), server.name());
      if (own.equals(server.name()) || told.size() >= MAX_TOLD || !told.add(server.name()))
        continue;
      platform
          .log()
          .warn(
              Event.of("servers.names-differ-by-case")
                  .with("proxy", own)
                  .with("coordinator", server.name())
                  .line());
    }
  }

  private void log(String event, String server) {
    platform.log().info(Event.of(event).with("server", server).line());
  }

  private static Map<String, String> foldedNames(Collection<String> names) {
    Map<String, String> byFolded = new HashMap<>();
    for (String name : names) byFolded.put(folded(name), name);
    return byFolded;
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
