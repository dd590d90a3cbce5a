package net.portcullis.agent.bench;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.platform.ProxyPlatform;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;

/** A proxy that nobody is on until the bench says so. */
record BenchPlatform(Path dataFolder) implements ProxyPlatform {
  @Override
  public Kind kind() {
    return Kind.MODERN;
  }

  @Override
  public String version() {
    return "bench";
  }

  @Override
  public Log log() {
    return new Quiet();
  }

  @Override
  public Collection<? extends ProxyPlayer> players() {
    return List.of();
  }

  @Override
  public Optional<ProxyPlayer> player(UUID uuid) {
    return Optional.empty();
  }

  @Override
  public Optional<ProxyPlayer> playerNamed(String name) {
    return Optional.empty();
  }

  @Override
  public Collection<ProxyServer> servers() {
    return List.of();
  }

  @Override
  public void register(String name, InetSocketAddress address) {}

  @Override
  public void unregister(String name) {}

  @Override
  public boolean sendPayload(String server, byte[] payload) {
    return false;
  }

  @Override
  public Optional<ClassLoader> pluginLoader(String pluginName) {
    return Optional.empty();
  }

  private static final class Quiet implements Log {
    @Override
    public void info(String line) {}

    @Override
    public void warn(String line) {
      System.err.println(line);
    }

    @Override
    public void warn(String line, Throwable cause) {
      System.err.println(line + " " + cause);
    }
  }
}
