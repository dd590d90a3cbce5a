package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.network.KnownServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ServerSyncTest {
  private static final long LOOK_MS = 30_000;

  private final FakeAgent agent = new FakeAgent();

  @BeforeEach
  void makeServers() {
    agent.platform.register("own", InetSocketAddress.createUnresolved("own.example", 25565));
  }

  @Test
  void offChangesNothing() {
    start(ServerSyncMode.OFF);
    known("game-1", "10.0.0.1:25565");
    assertEquals(Set.of("own"), names());
  }

  @Test
  void addBringsTheServersThatHaveAnAddress() {
    start(ServerSyncMode.ADD);
    known("game-1", "10.0.0.1:25565");
    agent.network.put(server("game-2", Optional.empty()));
    known("game-3", "no address");
    assertEquals(Set.of("own", "game-1"), names());
    assertEquals(new InetSocketAddress("10.0.0.1", 25565), agent.platform.servers.get("game-1"));
  }

  @Test
  void aServerThatTheCoordinatorNoLongerHasIsTakenAwayAgain() {
    start(ServerSyncMode.ADD);
    known("game-1", "10.0.0.1:25565");
    agent.network.remove("game-1");
    assertEquals(Set.of("own"), names());
  }

  @Test
  void aServerThatGoesAwayStaysWhileSomebodyIsOnIt() {
    start(ServerSyncMode.ADD);
    known("game-1", "10.0.0.1:25565");
    agent.platform.join("anna", "game-1");
    agent.network.remove("game-1");
    assertEquals(Set.of("own", "game-1"), names());
    agent.platform.players.clear();
    agent.time.pass(LOOK_MS);
    assertEquals(Set.of("own"), names());
  }

  @Test
  void addNeverTouchesTheProxysOwnServers() {
    start(ServerSyncMode.ADD);
    known("own", "10.0.0.1:25565");
    assertEquals("own.example", agent.platform.servers.get("own").getHostString());
    agent.network.remove("own");
    assertEquals(Set.of("own"), names());
  }

  @Test
  void anAddressThatChangesIsFollowed() {
    start(ServerSyncMode.ADD);
    known("game-1", "10.0.0.1:25565");
    known("game-1", "10.0.0.2:25566");
    assertEquals(new InetSocketAddress("10.0.0.2", 25566), agent.platform.servers.get("game-1"));
  }

  @Test
  void mirrorHasExactlyTheServersOfTheCoordinator() {
    start(ServerSyncMode.MIRROR);
    known("game-1", "10.0.0.1:25565");
    assertEquals(Set.of("game-1"), names());
  }

  @Test
  void mirrorGivesAnOwnServerTheAddressOfTheCoordinator() {
    start(ServerSyncMode.MIRROR);
    known("own", "10.0.0.1:25565");
    assertEquals("10.0.0.1", agent.platform.servers.get("own").getHostString());
  }

  @Test
  void mirrorKeepsAnOwnServerWhileSomebodyIsOnIt() {
    start(ServerSyncMode.MIRROR);
    agent.platform.join("anna", "own");
    known("game-1", "10.0.0.1:25565");
    assertEquals(Set.of("own", "game-1"), names());
    agent.platform.players.clear();
    agent.time.pass(LOOK_MS);
    assertEquals(Set.of("game-1"), names());
  }

  @Test
  void mirrorTakesNothingAwayBeforeTheCoordinatorWasHeardOf() {
    agent.network.status = Optional.empty();
    start(ServerSyncMode.MIRROR);
    known("game-1", "10.0.0.1:25565");
    agent.time.pass(LOOK_MS);
    assertEquals(Set.of("own"), names());
  }

  @Test
  void mirrorLeavesNoProxyWithoutAServer() {
    start(ServerSyncMode.MIRROR);
    agent.time.pass(LOOK_MS);
    assertEquals(Set.of("own"), names());
  }

  @Test
  void mirrorKeepsAnOwnServerWhoseAddressTheCoordinatorDoesNotKnow() {
    start(ServerSyncMode.MIRROR);
    agent.network.put(server("own", Optional.empty()));
    known("game-1", "10.0.0.1:25565");
    assertEquals(Set.of("own", "game-1"), names());
  }

  @Test
  void anotherModePutsTheProxysOwnServersBack() {
    Servers servers = start(ServerSyncMode.MIRROR);
    known("game-1", "10.0.0.1:25565");
    agent.config = FakeAgent.configWith(ServerSyncMode.OFF, true, true, true, true);
    servers.look();
    assertEquals(Set.of("own"), names());
    assertEquals("own.example", agent.platform.servers.get("own").getHostString());
  }

  @Test
  void namesThatDifferByCaseAloneAreSaidOnceAndNotDoubled() {
    start(ServerSyncMode.ADD);
    known("Own", "10.0.0.1:25565");
    agent.time.pass(LOOK_MS);
    assertEquals(Set.of("own"), names());
    assertEquals(
        1,
        agent.platform.log.lines.stream()
            .filter(line -> line.equals("servers.names-differ-by-case proxy=own coordinator=Own"))
            .count());
  }

  @Test
  void whatWasAddedIsLogged() {
    start(ServerSyncMode.ADD);
    known("game-1", "10.0.0.1:25565");
    assertTrue(agent.platform.log.lines.contains("servers.added server=game-1"));
  }

  private Servers start(ServerSyncMode mode) {
    agent.config = FakeAgent.configWith(mode, true, true, true, true);
    return new Servers(agent.context());
  }

  private void known(String name, String address) {
    agent.network.put(server(name, Optional.of(address)));
  }

  private static KnownServer server(String name, Optional<String> address) {
    return new KnownServer(name, "GAME", address, Optional.of("WAITING"), 0, 100);
  }

  private Set<String> names() {
    return Set.copyOf(agent.platform.servers.keySet());
  }
}
