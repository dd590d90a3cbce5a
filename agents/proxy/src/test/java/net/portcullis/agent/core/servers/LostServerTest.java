package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.Optional;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.LossDecision.Disconnect;
import net.portcullis.agent.core.platform.LossDecision.Fallback;
import net.portcullis.agent.core.platform.LossDecision.Proceed;
import net.portcullis.agent.core.text.Markup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LostServerTest {
  private final FakeAgent agent = new FakeAgent();
  private Servers servers;
  private FakePlayer anna;

  @BeforeEach
  void makeServers() {
    for (int number = 1; number <= 5; number++) {
      String name = "hub-" + number;
      agent.platform.servers.put(name, InetSocketAddress.createUnresolved(name, 25565));
    }
    servers = new Servers(agent.context());
    agent.network.hub("hub-1", 5, 100).game("game-1", "RUNNING", 3, 10);
    anna = agent.platform.join("anna", "game-1");
  }

  @Test
  void aLostServerLeadsToAHubWithWordsAndAClickThatWaits() {
    Fallback fallback = assertInstanceOf(Fallback.class, lose("game-1"));
    assertEquals("hub-1", fallback.server());
    assertTrue(Markup.textOf(fallback.message()).startsWith("Your server has gone."));
    assertEquals(Optional.of("/portcullis wait game-1"), fallback.message().click());
    assertTrue(servers.offers().has(anna, "game-1"));
  }

  @Test
  void theReasonOfALostServerIsTheMessage() {
    agent.network.game("game-1", "DRAINING", 3, 10);
    Fallback fallback = assertInstanceOf(Fallback.class, lose("game-1", "Back at noon"));
    assertTrue(Markup.textOf(fallback.message()).startsWith("Back at noon"));
  }

  @Test
  void aKickOfAServerThatStaysUpIsLeftToTheProxy() {
    assertInstanceOf(Proceed.class, lose("game-1", "You were kicked for flying"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Server closed",
        "multiplayer.disconnect.server_shutdown",
        "Server is restarting!"
      })
  void theWordsOfAServerThatStopsLeadToAHub(String words) {
    assertInstanceOf(Fallback.class, lose("game-1", words));
  }

  @Test
  void aServerOfWhichNothingWillBeHeardIsNotWaitedFor() {
    anna.server = Optional.of("other");
    Fallback fallback = assertInstanceOf(Fallback.class, lose("other"));
    assertEquals(Optional.empty(), fallback.message().click());
  }

  @Test
  void aPlayerWhoStaysElsewhereHasLostNothing() {
    anna.server = Optional.of("hub-1");
    assertInstanceOf(Proceed.class, lose("game-1"));
  }

  @Test
  void withoutAHubTheProxyDecides() {
    agent.network.remove("hub-1");
    assertInstanceOf(Proceed.class, lose("game-1"));
  }

  @Test
  void withFallbackOffTheProxyDecides() {
    agent.config = FakeAgent.configWith(ServerSyncMode.OFF, true, false, true, true);
    assertInstanceOf(Proceed.class, lose("game-1"));
  }

  @Test
  void aHubThatWasLostJustNowIsNotTriedAgain() {
    agent.network.hub("hub-2", 50, 100);
    assertEquals("hub-1", assertInstanceOf(Fallback.class, lose("game-1")).server());
    anna.server = Optional.of("hub-1");
    assertEquals("hub-2", assertInstanceOf(Fallback.class, lose("hub-1")).server());
  }

  @Test
  void afterThreeFallbacksWithinTenSecondsThePlayerIsLetGoWithWords() {
    for (int number = 2; number <= 5; number++) agent.network.hub("hub-" + number, number, 100);
    String server = "game-1";
    for (int attempt = 1; attempt <= 3; attempt++) {
      anna.server = Optional.of(server);
      server = assertInstanceOf(Fallback.class, lose(server), "try " + attempt).server();
      agent.time.pass(1_000);
    }
    anna.server = Optional.of(server);
    Disconnect end = assertInstanceOf(Disconnect.class, lose(server));
    assertEquals("Your server has gone.", Markup.textOf(end.message()));
    agent.time.pass(10_000);
    assertInstanceOf(Fallback.class, lose(server));
  }

  @Test
  void theFallbackIsNotRefusedOnTheWay() {
    String hub = assertInstanceOf(Fallback.class, lose("game-1")).server();
    agent.network.server(hub, "HUB", "DRAINING", 5, 100);
    assertInstanceOf(
        net.portcullis.agent.core.platform.ConnectDecision.Proceed.class,
        servers.beforeConnect(anna, hub));
  }

  private LossDecision lose(String server) {
    return servers.lost(anna, server, Optional.empty());
  }

  private LossDecision lose(String server, String reason) {
    return servers.lost(anna, server, Optional.of(Markup.plain(reason)));
  }
}
