package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.Optional;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ConnectDecision.Proceed;
import net.portcullis.agent.core.platform.ConnectDecision.Redirect;
import net.portcullis.agent.core.platform.ConnectDecision.Refuse;
import net.portcullis.agent.core.text.Markup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BeforeConnectTest {
  private final FakeAgent agent = new FakeAgent();
  private Servers servers;
  private FakePlayer anna;

  @BeforeEach
  void makeServers() {
    agent.platform.servers.put("hub-1", InetSocketAddress.createUnresolved("hub-1", 25565));
    servers = new Servers(agent.context());
    anna = agent.platform.join("anna", "hub-1");
  }

  @Test
  void aServerThatTakesPlayersIsLeftToTheProxy() {
    agent.network.game("game-1", "WAITING", 3, 10);
    assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "game-1"));
  }

  @Test
  void aServerOfWhichTheCoordinatorKnowsNothingIsLeftToTheProxy() {
    assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "other"));
  }

  @Test
  void aDrainingServerIsRefusedWithWordsAndAClickThatWaits() {
    agent.network.game("game-1", "DRAINING", 3, 10);
    Refuse refusal = refusalOf("game-1");
    assertTrue(Markup.textOf(refusal.message()).startsWith("This server is about to restart."));
    assertEquals(Optional.of("/portcullis wait game-1"), refusal.message().click());
    assertTrue(servers.offers().has(anna, "game-1"));
  }

  @Test
  void aRestartingServerIsRefusedLikeADrainingOne() {
    agent.network.game("game-1", "RESTARTING", 0, 10);
    assertTrue(Markup.textOf(refusalOf("game-1").message()).startsWith("This server is about"));
  }

  @Test
  void aFullServerIsRefusedWithWords() {
    agent.network.game("game-1", "RUNNING", 10, 10);
    assertTrue(Markup.textOf(refusalOf("game-1").message()).startsWith("This server is full."));
  }

  @Test
  void aLastPlaceIsGivenOnce() {
    agent.network.game("game-1", "WAITING", 9, 10);
    FakePlayer ben = agent.platform.join("ben", "hub-1");
    assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "game-1"));
    assertInstanceOf(Refuse.class, servers.beforeConnect(ben, "game-1"));
    assertInstanceOf(
        Proceed.class, servers.beforeConnect(anna, "game-1"), "whoever has it keeps it");
  }

  @Test
  void aPlayerWhoLeavesGivesTheLastPlaceBack() {
    agent.network.game("game-1", "WAITING", 9, 10);
    servers.beforeConnect(anna, "game-1");
    servers.left(anna);
    FakePlayer ben = agent.platform.join("ben", "hub-1");
    assertInstanceOf(Proceed.class, servers.beforeConnect(ben, "game-1"));
  }

  @Test
  void aServerThatWasUpAndIsNotIsRefused() {
    agent.network.game("game-1", "RUNNING", 3, 10).game("game-1", "OFFLINE", 0, 10);
    assertTrue(Markup.textOf(refusalOf("game-1").message()).startsWith("This server cannot"));
  }

  @Test
  void aServerThatNeverHadAnAgentIsTried() {
    agent.network.game("game-1", "OFFLINE", 0, 10);
    assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "game-1"));
  }

  @Test
  void whileTheCoordinatorIsAwayTheServersThemselvesDecide() {
    agent.network.game("game-1", "DRAINING", 10, 10);
    agent.coordinator.isConnected = false;
    assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "game-1"));
  }

  @Test
  void aPlayerWhoIsNowhereYetComesToAHubInstead() {
    agent.network.game("game-1", "DRAINING", 3, 10).hub("hub-1", 5, 10);
    FakePlayer ben = agent.platform.join("ben");
    ConnectDecision decision = servers.beforeConnect(ben, "game-1");
    assertEquals("hub-1", assertInstanceOf(Redirect.class, decision).server());
  }

  @Test
  void aPlayerWhoIsNowhereYetReadsThatThereIsNoServer() {
    agent.network.server("hub-1", "HUB", "DRAINING", 3, 10);
    FakePlayer ben = agent.platform.join("ben");
    Refuse refusal = assertInstanceOf(Refuse.class, servers.beforeConnect(ben, "hub-1"));
    assertTrue(Markup.textOf(refusal.message()).startsWith("There is no server for you"));
  }

  @Test
  void theHubThatWasChosenFirstIsNotRefusedAsFullForTheSamePlayer() {
    agent.network.hub("hub-1", 9, 10);
    FakePlayer ben = agent.platform.join("ben");
    assertEquals(Optional.of("hub-1"), servers.first(ben));
    assertInstanceOf(Proceed.class, servers.beforeConnect(ben, "hub-1"));
  }

  @Test
  void aMoveThatTheCoordinatorOrdersIsNotRefused() {
    agent.network.game("game-1", "DRAINING", 10, 10);
    anna.onConnect = () -> assertInstanceOf(Proceed.class, servers.beforeConnect(anna, "game-1"));
    servers.move(anna, "game-1");
    assertEquals(1, anna.connects.size());
  }

  @Test
  void aMoveThatFailedLeavesNoRightToComeIn() {
    agent.network.game("game-1", "DRAINING", 10, 10);
    anna.unreachable.add("game-1");
    servers.move(anna, "game-1");
    assertInstanceOf(Refuse.class, servers.beforeConnect(anna, "game-1"));
  }

  private Refuse refusalOf(String server) {
    return assertInstanceOf(Refuse.class, servers.beforeConnect(anna, server));
  }
}
