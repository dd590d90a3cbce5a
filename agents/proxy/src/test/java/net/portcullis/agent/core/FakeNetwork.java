package net.portcullis.agent.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.portcullis.agent.core.network.KnownServer;
import net.portcullis.agent.core.network.NetworkStatus;
import net.portcullis.agent.core.network.NetworkTexts;
import net.portcullis.agent.core.network.NetworkView;

/** What the coordinator has said, as a test wants it. */
public final class FakeNetwork implements NetworkView {
  public static final NetworkStatus OPEN =
      new NetworkStatus(false, false, 3, 100, "&aWelcome", "&cMaintenance", Set.of());

  public Optional<NetworkStatus> status = Optional.of(OPEN);
  public NetworkTexts texts = NetworkTexts.DEFAULT;
  private final Map<String, KnownServer> servers = new LinkedHashMap<>();
  private final List<Runnable> listeners = new ArrayList<>();

  public FakeNetwork hub(String name, int players, int maxPlayers) {
    return server(name, "HUB", "IDLE", players, maxPlayers);
  }

  public FakeNetwork game(String name, String state, int players, int maxPlayers) {
    return server(name, "GAME", state, players, maxPlayers);
  }

  public FakeNetwork server(String name, String type, String state, int players, int maxPlayers) {
    Optional<String> address = Optional.of("10.0.0.1:" + (25_000 + servers.size()));
    return put(new KnownServer(name, type, address, Optional.of(state), players, maxPlayers));
  }

  public FakeNetwork put(KnownServer server) {
    servers.put(server.name(), server);
    return changed();
  }

  public FakeNetwork remove(String name) {
    servers.remove(name);
    return changed();
  }

  public FakeNetwork changed() {
    listeners.forEach(Runnable::run);
    return this;
  }

  @Override
  public Optional<NetworkStatus> status() {
    return status;
  }

  @Override
  public NetworkTexts texts() {
    return texts;
  }

  @Override
  public Collection<KnownServer> servers() {
    return List.copyOf(servers.values());
  }

  @Override
  public Optional<KnownServer> server(String name) {
    return Optional.ofNullable(servers.get(name));
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }
}
