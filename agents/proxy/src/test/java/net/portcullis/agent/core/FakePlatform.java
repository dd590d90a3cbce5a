package net.portcullis.agent.core;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/** A proxy in memory. */
public final class FakePlatform implements ProxyPlatform {
  public final List<FakePlayer> players = new ArrayList<>();
  public final Map<String, InetSocketAddress> servers = new LinkedHashMap<>();
  public final FakeLog log = new FakeLog();
  public final Map<String, ClassLoader> plugins = new LinkedHashMap<>();

  /** Payloads that were sent to servers, as {@code server:text}. */
  public final List<String> payloads = new ArrayList<>();

  public Path dataFolder = Path.of(".");

  /** A player who is on this proxy, on no server yet. */
  public FakePlayer join(String name) {
    FakePlayer player =
        new FakePlayer(name, UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    players.add(player);
    return player;
  }

  /** A player on this server. */
  public FakePlayer join(String name, String server) {
    FakePlayer player = join(name);
    player.server = Optional.of(server);
    return player;
  }

  @Override
  public Kind kind() {
    return Kind.MODERN;
  }

  @Override
  public String version() {
    return "Fake 1.0";
  }

  @Override
  public Path dataFolder() {
    return dataFolder;
  }

  @Override
  public Log log() {
    return log;
  }

  @Override
  public Collection<FakePlayer> players() {
    return List.copyOf(players);
  }

  @Override
  public Optional<ProxyPlayer> player(UUID uuid) {
    return firstOf(player -> player.uuid().equals(Optional.of(uuid)));
  }

  @Override
  public Optional<ProxyPlayer> playerNamed(String name) {
    return firstOf(player -> player.name().equalsIgnoreCase(name));
  }

  private Optional<ProxyPlayer> firstOf(Predicate<FakePlayer> wanted) {
    return players.stream().filter(wanted).<ProxyPlayer>map(player -> player).findFirst();
  }

  @Override
  public Collection<ProxyServer> servers() {
    return servers.entrySet().stream()
        .map(entry -> new ProxyServer(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public void register(String name, InetSocketAddress address) {
    servers.put(name, address);
  }

  @Override
  public void unregister(String name) {
    servers.remove(name);
  }

  @Override
  public boolean sendPayload(String server, byte[] payload) {
    if (players.stream().noneMatch(player -> player.server.equals(Optional.of(server)))) {
      return false;
    }
    payloads.add(server + ":" + new String(payload, StandardCharsets.UTF_8));
    return true;
  }

  @Override
  public Optional<ClassLoader> pluginLoader(String pluginName) {
    return Optional.ofNullable(plugins.get(pluginName));
  }

  /** Keeps what was logged. */
  public static final class FakeLog implements Log {
    public final List<String> lines = new ArrayList<>();

    @Override
    public void info(String line) {
      lines.add(line);
    }

    @Override
    public void warn(String line) {
      lines.add(line);
    }

    @Override
    public void warn(String line, Throwable cause) {
      lines.add(line + " " + cause);
    }
  }
}
