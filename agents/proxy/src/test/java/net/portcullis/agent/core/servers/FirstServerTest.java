package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FirstServerTest {
  private final FakeAgent agent = new FakeAgent();
  private Servers servers;

  @BeforeEach
  void makeServers() {
    for (String name : new String[] {"hub-1", "hub-2", "hub-3"}) register(name);
    servers = new Servers(agent.context());
  }

  @Test
  void aPlayerWhoJoinsComesToTheHubWithTheFewestPlayers() {
    agent.network.hub("hub-1", 7, 100).hub("hub-2", 5, 100).game("game-1", "WAITING", 0, 100);
    assertEquals(Optional.of("hub-2"), firstOf("anna"));
  }

  @Test
  void aHubThatTakesNobodyIsPassedOver() {
    agent
        .network
        .server("hub-1", "HUB", "DRAINING", 0, 100)
        .server("hub-2", "HUB", "OFFLINE", 0, 100)
        .hub("hub-3", 50, 100);
    assertEquals(Optional.of("hub-3"), firstOf("anna"));
  }

  @Test
  void aFullHubIsPassedOver() {
    agent.network.hub("hub-1", 10, 10).hub("hub-2", 50, 100);
    assertEquals(Optional.of("hub-2"), firstOf("anna"));
  }

  @Test
  void aHubThatTheProxyDoesNotHaveIsPassedOver() {
    agent.network.hub("hub-9", 0, 100).hub("hub-2", 50, 100);
    assertEquals(Optional.of("hub-2"), firstOf("anna"));
  }

  @Test
  void withoutAHubTheProxyDecides() {
    agent.network.game("game-1", "WAITING", 0, 100);
    assertEquals(Optional.empty(), firstOf("anna"));
  }

  @Test
  void withFirstHubOffTheProxyDecides() {
    agent.config = FakeAgent.configWith(ServerSyncMode.OFF, false, true, true, true);
    agent.network.hub("hub-1", 0, 100);
    assertEquals(Optional.empty(), firstOf("anna"));
  }

  @Test
  void aThousandLoginsAtOnceSpreadOverTheHubs() throws InterruptedException {
    agent.network.hub("hub-1", 0, 1_000).hub("hub-2", 0, 1_000).hub("hub-3", 100, 1_000);
    FakePlayer[] players =
        IntStream.range(0, 1_000)
            .mapToObj(number -> agent.platform.join("player" + number))
            .toArray(FakePlayer[]::new);
    CountDownLatch start = new CountDownLatch(1);
    Thread[] logins = new Thread[4];
    int[][] counts = new int[logins.length][4];
    for (int part = 0; part < logins.length; part++) {
      int from = part;
      logins[part] =
          new Thread(
              () -> {
                awaitStart(start);
                for (int at = from; at < players.length; at += logins.length) {
                  String hub = servers.first(players[at]).orElseThrow();
                  counts[from][hub.charAt(4) - '0']++;
                }
              });
      logins[part].start();
    }
    start.countDown();
    for (Thread login : logins) login.join();
    int[] sums = new int[4];
    for (int[] part : counts) for (int hub = 0; hub < part.length; hub++) sums[hub] += part[hub];
    assertEquals(1_100, sums[1] + sums[2] + sums[3] + 100);
    assertEquals(267, sums[3], 1);
    assertEquals(366.5, sums[1], 1);
    assertEquals(366.5, sums[2], 1);
  }

  @Test
  void aPlayerWhoDidNotArriveIsNotCountedForLong() {
    agent.network.hub("hub-1", 0, 1).hub("hub-2", 0, 1);
    assertEquals(Optional.of("hub-1"), firstOf("anna"));
    assertEquals(Optional.of("hub-2"), firstOf("ben"));
    assertEquals(Optional.empty(), firstOf("cleo"));
    agent.time.pass(5_000);
    assertEquals(Optional.of("hub-1"), firstOf("cleo"));
  }

  @Test
  void aPlayerWhoArrivedIsCountedUntilTheCoordinatorCountsThem() {
    agent.network.hub("hub-1", 0, 100).hub("hub-2", 1, 100);
    FakePlayer anna = agent.platform.join("anna");
    servers.first(anna);
    servers.switched(anna, "hub-1");
    agent.random = 0.99;
    assertEquals(Optional.of("hub-2"), firstOf("ben"));
    agent.time.pass(500);
    assertEquals(Optional.of("hub-1"), firstOf("cleo"));
  }

  @Test
  void amongEqualHubsChanceDecides() {
    agent.network.hub("hub-1", 4, 100).hub("hub-2", 4, 100).hub("hub-3", 4, 100);
    agent.random = 0.5;
    assertEquals(Optional.of("hub-2"), firstOf("anna"));
    agent.random = 0.99;
    assertEquals(Optional.of("hub-3"), firstOf("ben"));
  }

  @Test
  void whileTheCoordinatorIsAwayThePlayersOfThisProxyCount() {
    agent.network.hub("hub-1", 0, 100).hub("hub-2", 1, 100);
    for (int number = 0; number < 5; number++) agent.platform.join("player" + number, "hub-1");
    assertEquals(Optional.of("hub-1"), firstOf("anna"));
    agent.coordinator.isConnected = false;
    assertEquals(Optional.of("hub-2"), firstOf("ben"));
  }

  private Optional<String> firstOf(String name) {
    return servers.first(agent.platform.join(name));
  }

  private void register(String name) {
    agent.platform.servers.put(name, InetSocketAddress.createUnresolved(name, 25565));
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
