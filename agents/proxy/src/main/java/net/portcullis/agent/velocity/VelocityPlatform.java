package net.portcullis.agent.velocity;

import com.velocitypowered.api.plugin.PluginContainer;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/** Velocity, as the agent sees it. */
record VelocityPlatform(com.velocitypowered.api.proxy.ProxyServer proxy, Path dataFolder, Log log)
    implements ProxyPlatform {
  /** Where game servers and the agent talk through a player's connection. */
  static final ChannelIdentifier CHANNEL = MinecraftChannelIdentifier.create("net", "channel");

  @Override
  public Kind kind() {
    return Kind.MODERN;
  }

  @Override
  public String version() {
    return proxy.getVersion().getName() + " " + proxy.getVersion().getVersion();
  }

  @Override
  public Collection<ProxyPlayer> players() {
    return proxy.getAllPlayers().stream().map(this::of).toList();
  }

  @Override
  public Optional<ProxyPlayer> player(UUID uuid) {
    return proxy.getPlayer(uuid).map(this::of);
  }

  @Override
  public Optional<ProxyPlayer> playerNamed(String name) {
    return proxy.getPlayer(name).map(this::of);
  }

  ProxyPlayer of(Player player) {
    return new VelocityPlayer(player, proxy);
  }

  @Override
  public Collection<ProxyServer> servers() {
    return proxy.getAllServers().stream()
        .map(RegisteredServer::getServerInfo)
        .map(server -> new ProxyServer(server.getName(), server.getAddress()))
        .toList();
  }

  @Override
  public void register(String name, InetSocketAddress address) {
    ServerInfo wanted = new ServerInfo(name, address);
    Optional<ServerInfo> known = proxy.getServer(name).map(RegisteredServer::getServerInfo);
    if (known.isPresent() && known.get().getAddress().equals(address)) return;
    // Velocity refuses a second address for a name.
    known.ifPresent(proxy::unregisterServer);
    proxy.registerServer(wanted);
  }

  @Override
  public void unregister(String name) {
    proxy.getServer(name).map(RegisteredServer::getServerInfo).ifPresent(proxy::unregisterServer);
  }

  @Override
  public boolean sendPayload(String server, byte[] payload) {
    return proxy
        .getServer(server)
        .map(target -> target.sendPluginMessage(CHANNEL, payload))
        .orElse(false);
  }

  @Override
  public Optional<ClassLoader> pluginLoader(String pluginName) {
    return List.of(pluginName, pluginName.toLowerCase(Locale.ROOT)).stream()
        .flatMap(id -> proxy.getPluginManager().getPlugin(id).stream())
        .flatMap(plugin -> instanceOf(plugin).stream())
        .findFirst()
        .map(plugin -> plugin.getClass().getClassLoader());
  }

  private static Optional<Object> instanceOf(PluginContainer plugin) {
    return plugin.getInstance().map(instance -> instance);
  }
}
