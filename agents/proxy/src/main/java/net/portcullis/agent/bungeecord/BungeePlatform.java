package net.portcullis.agent.bungeecord;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.md_5.bungee.api.config.ServerInfo;
import net.md_5.bungee.api.connection.ProxiedPlayer;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/** BungeeCord, as the agent sees it. */
record BungeePlatform(
    net.md_5.bungee.api.ProxyServer proxy, Path dataFolder, Log log, Arrivals arrivals)
    implements ProxyPlatform {
  /** Where game servers and the agent talk through a player's connection. */
  static final String CHANNEL = "net:channel";

  @Override
  public Kind kind() {
    return Kind.LEGACY;
  }

  @Override
  public String version() {
    return proxy.getName() + " " + proxy.getVersion();
  }

  @Override
  public Collection<ProxyPlayer> players() {
    return proxy.getPlayers().stream().map(this::of).toList();
  }

  @Override
  public Optional<ProxyPlayer> player(UUID uuid) {
    return Optional.ofNullable(proxy.getPlayer(uuid)).map(this::of);
  }

  @Override
  public Optional<ProxyPlayer> playerNamed(String name) {
    return Optional.ofNullable(proxy.getPlayer(name)).map(this::of);
  }

  ProxyPlayer of(ProxiedPlayer player) {
    return new BungeePlayer(player, proxy, arrivals);
  }

  @Override
  public Collection<ProxyServer> servers() {
    return known().values().stream()
        .filter(server -> server.getSocketAddress() instanceof InetSocketAddress)
        .map(
            server ->
                new ProxyServer(server.getName(), (InetSocketAddress) server.getSocketAddress()))
        .toList();
  }

  @Override
  public void register(String name, InetSocketAddress address) {
    Optional<ServerInfo> before = Optional.ofNullable(known().get(name));
    if (before.filter(server -> server.getSocketAddress().equals(address)).isPresent()) return;
    ServerInfo wanted = proxy.constructServerInfo(name, address, name, false);
    known().put(name, wanted);
  }

  @Override
  public void unregister(String name) {
    known().remove(name);
  }

  private Map<String, ServerInfo> known() {
    return proxy.getServers();
  }

  @Override
  public boolean sendPayload(String server, byte[] payload) {
    return Optional.ofNullable(proxy.getServerInfo(server))
        .map(target -> target.sendData(CHANNEL, payload, false))
        .orElse(false);
  }

  @Override
  public Optional<ClassLoader> pluginLoader(String pluginName) {
    return List.copyOf(proxy.getPluginManager().getPlugins()).stream()
        .filter(plugin -> plugin.getDescription().getName().equalsIgnoreCase(pluginName))
        .findFirst()
        .map(plugin -> plugin.getClass().getClassLoader());
  }
}
