package net.portcullis.agent.core.platform;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/**
 * What the agent needs of a proxy. Every method may be called on any thread, and none of them
 * blocks.
 */
public interface ProxyPlatform {
  /** Which kind of proxy it is, in the words of {@code hello.platform}. */
  Kind kind();

  /** The proxy's own name and version, for the log and {@code /portcullis status}. */
  String version();

  /** Where the agent keeps its files; it exists. */
  Path dataFolder();

  Log log();

  /** Everybody whose login has gone through and whose connection stands. */
  Collection<? extends ProxyPlayer> players();

  Optional<ProxyPlayer> player(UUID uuid);

  /** The name without regard to case. */
  Optional<ProxyPlayer> playerNamed(String name);

  Collection<ProxyServer> servers();

  /** Adds a server, or gives one that is there another address. */
  void register(String name, InetSocketAddress address);

  /** Removes a server; players on it stay connected. */
  void unregister(String name);

  /**
   * Sends a payload to a server on {@code net:channel}, over the connection of any player there;
   * false when nobody is on it.
   */
  boolean sendPayload(String server, byte[] payload);

  /** The plugin of another author, where it is loaded; parties are read from it by reflection. */
  Optional<ClassLoader> pluginLoader(String pluginName);

  /** The two kinds of proxies. */
  enum Kind {
    MODERN("modern"),
    LEGACY("legacy");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }
}
