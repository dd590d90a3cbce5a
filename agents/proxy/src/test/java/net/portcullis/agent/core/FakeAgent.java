package net.portcullis.agent.core;

import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.config.AgentConfig.WhileAway;
import net.portcullis.agent.core.config.Secret;
import net.portcullis.agent.core.session.Session;
import net.portcullis.agent.core.session.Sessions;

/** Everything that features are built on, in memory. */
public final class FakeAgent implements AgentControl {
  public final FakePlatform platform = new FakePlatform();
  public final FakeCoordinator coordinator = new FakeCoordinator();
  public final FakeNetwork network = new FakeNetwork();
  public final FakeTime time = new FakeTime();
  public double random;
  public Optional<String> wrongConfig = Optional.empty();
  public int reloads;

  public AgentConfig config = configWith(ServerSyncMode.OFF, true, true, true, true);

  public static AgentConfig configWith(
      ServerSyncMode sync,
      boolean firstHub,
      boolean fallback,
      boolean partiesFollow,
      boolean serverList) {
    return new AgentConfig(
        URI.create("ws://127.0.0.1:8080"),
        "proxy-1",
        new Secret("a".repeat(32)),
        false,
        WhileAway.DECIDE,
        false,
        sync,
        firstHub,
        fallback,
        partiesFollow,
        serverList,
        Set.of("hub", "find", "send", "alert", "kick", "ban", "unban"));
  }

  public AgentContext context() {
    return new AgentContext(
        platform,
        coordinator,
        coordinator,
        network,
        new PlatformSessions(),
        time,
        time,
        () -> random,
        () -> config,
        this);
  }

  @Override
  public String version() {
    return "1.2.3";
  }

  @Override
  public String link() {
    return "connected";
  }

  @Override
  public Optional<String> reload() {
    reloads++;
    return wrongConfig;
  }

  /** Everybody on the proxy has joined. */
  private final class PlatformSessions implements Sessions {
    @Override
    public Collection<Session> all() {
      return platform.players().stream()
          .map(player -> new Session(player, 1, player.server()))
          .toList();
    }

    @Override
    public Optional<Session> of(UUID uuid) {
      return platform.player(uuid).map(player -> new Session(player, 1, player.server()));
    }
  }
}
