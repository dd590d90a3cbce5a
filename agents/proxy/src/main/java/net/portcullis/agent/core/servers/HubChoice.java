package net.portcullis.agent.core.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.network.NetworkView;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/** Finds the hub with the fewest players. */
final class HubChoice {
  private final ProxyPlatform platform;
  private final NetworkView network;
  private final ServerPlaces places;
  private final RecentlySent sent;
  private final DoubleSupplier random;

  HubChoice(
      ProxyPlatform platform,
      NetworkView network,
      ServerPlaces places,
      RecentlySent sent,
      DoubleSupplier random) {
    this.platform = platform;
    this.network = network;
    this.places = places;
    this.sent = sent;
    this.random = random;
  }

  /**
   * Finds one and counts the player there, in one step: of logins at the same moment each sees the
   * one before. Among equals chance decides, so that several proxies do not all take the same.
   */
  synchronized Optional<String> take(ProxyPlayer player, Set<String> without) {
    Set<String> registered =
        platform.servers().stream().map(ProxyServer::name).collect(Collectors.toSet());
    ServerPlaces.Occupancy occupancy = places.now(player);
    List<String> emptiest = new ArrayList<>();
    int fewest = Integer.MAX_VALUE;
    for (KnownServer server : network.servers()) {
      if (!server.isHub() || !server.takesPlayers()) continue;
      if (without.contains(server.name()) || !registered.contains(server.name())) continue;
      int players = occupancy.of(server);
      if (players > fewest || (server.maxPlayers() > 0 && players >= server.maxPlayers())) continue;
      if (players < fewest) emptiest.clear();
      fewest = players;
      emptiest.add(server.name());
    }
    if (emptiest.isEmpty()) return Optional.empty();
    String hub = emptiest.get((int) (random.getAsDouble() * emptiest.size()));
    sent.note(player, hub);
    return Optional.of(hub);
  }
}
