package net.portcullis.agent.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.portcullis.agent.contract.ProxyDouble.Connection;
import net.portcullis.agent.contract.ProxyDouble.Shown;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.platform.ProxyServer;
import net.portcullis.agent.core.text.Markup;
import net.portcullis.agent.core.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What both platforms promise the agent, and the players through it. */
public abstract class ProxyContract {
  private static final int NEW = 767;
  private static final int OLD = 47;

  @TempDir Path folder;
  private ScriptedAgent agent;
  private ProxyDouble proxy;

  protected abstract ProxyDouble open(ScriptedAgent agent, Path folder);

  @BeforeEach
  void open() {
    agent = new ScriptedAgent();
    proxy = open(agent, folder);
  }

  private static Text text(String marked) {
    return Markup.parse(marked);
  }

  private static CompletableFuture<Optional<Text>> refusal(String marked) {
    return CompletableFuture.completedFuture(Optional.of(text(marked)));
  }

  private ProxyPlayer playerOf(Connection connection) {
    return connection.player().orElseThrow();
  }

  @Test
  void whoeverTheAgentLetsInJoinsByTheConnectionThatWasAsked() {
    Connection ada = proxy.login("Ada");
    assertEquals(Optional.of("lobby"), ada.server());
    assertEquals(agent.asked, agent.joinedBy);
    assertEquals(
        List.of(
            "login Ada " + playerOf(ada).uuid().orElseThrow() + " 127.0.0.1",
            "join Ada",
            "switch Ada lobby"),
        agent.heard);
  }

  @Test
  void whoeverIsRefusedReadsTheWords() {
    agent.answer = refusal("&cBanned for cheating");
    Connection ada = proxy.login("Ada");
    assertEquals(Optional.of("Banned for cheating"), ada.end());
    assertEquals(Optional.empty(), ada.server());
    assertFalse(agent.heard.contains("join Ada"));
  }

  @Test
  void aLoginWhoseHandlerFailsIsRefused() {
    agent.failsAtOnce = true;
    assertTrue(proxy.login("Ada").end().isPresent());
  }

  @Test
  void aLoginWhoseAnswerFailsIsRefused() {
    agent.answer = CompletableFuture.failedFuture(new IllegalStateException("no answer"));
    assertTrue(proxy.login("Ada").end().isPresent());
  }

  @Test
  void aLoginWaitsForTheAnswerWithoutBlockingTheProxy() {
    CompletableFuture<Optional<Text>> answer = new CompletableFuture<>();
    agent.answer = answer;
    Connection ada = proxy.login("Ada");
    assertTrue(ada.isWaiting());
    answer.complete(Optional.empty());
    assertFalse(ada.isWaiting());
    assertEquals(Optional.of("lobby"), ada.server());
  }

  @Test
  void nobodyIsAskedForWhomAnotherPluginHasRefused() {
    Connection ada = proxy.loginRefusedBefore("Ada");
    assertEquals(Optional.of("another plugin"), ada.end());
    assertEquals(List.of(), agent.asked);
  }

  @Test
  void aLoginThatAnotherPluginRefusesLaterGivesItsPlaceBack() {
    Connection ada = proxy.loginRefusedAfter("Ada");
    assertEquals(Optional.of("another plugin"), ada.end());
    assertEquals(agent.asked, agent.ended);
    assertFalse(agent.heard.contains("join Ada"));
  }

  @Test
  void theEndOfAConnectionIsTheEndOfThatPlayerObjectOnly() {
    Connection first = proxy.login("Ada");
    ProxyPlayer player = playerOf(first);
    Connection second = proxy.login("Ada");
    assertNotEquals(player, playerOf(second));
    first.leave();
    assertEquals(List.of(playerOf(second)), agent.players);
    assertTrue(agent.ended.contains(agent.asked.get(0)));
    assertFalse(agent.ended.contains(agent.asked.get(1)));
  }

  @Test
  void theFirstServerIsTheAgentsChoice() {
    agent.first = Optional.of("arena");
    assertEquals(Optional.of("arena"), proxy.login("Ada").server());
  }

  @Test
  void aFirstServerThatTheProxyDoesNotKnowLeavesTheProxysOwn() {
    agent.first = Optional.of("nowhere");
    assertEquals(Optional.of("lobby"), proxy.login("Ada").server());
  }

  @Test
  void aFirstServerThatIsAwayIsLostAndLeadsToTheFallback() {
    agent.first = Optional.of("gone");
    agent.loss = new LossDecision.Fallback("lobby", text("&7Back to the lobby"));
    Connection ada = proxy.login("Ada");
    assertEquals(Optional.of("lobby"), ada.server());
    assertEquals(List.of("chat Back to the lobby"), ada.read());
    assertTrue(agent.heard.stream().anyMatch(line -> line.startsWith("lost gone")));
  }

  @Test
  void aServerThatTheAgentRefusesIsNotEnteredAndThePlayerReadsWhy() {
    agent.connects.put("arena", new ConnectDecision.Refuse(text("&eThe arena is restarting")));
    Connection ada = proxy.login("Ada");
    ada.go("arena");
    assertEquals(Optional.of("lobby"), ada.server());
    assertEquals(List.of("chat The arena is restarting"), ada.read());
  }

  @Test
  void aRefusedFirstServerEndsTheConnectionWithTheWords() {
    agent.connects.put("lobby", new ConnectDecision.Refuse(text("No server has room")));
    Connection ada = proxy.login("Ada");
    assertEquals(Optional.of("No server has room"), ada.end());
  }

  @Test
  void theAgentRedirectsToAnotherServer() {
    Connection ada = proxy.login("Ada");
    agent.connects.put("gone", new ConnectDecision.Redirect("arena"));
    ada.go("gone");
    assertEquals(Optional.of("arena"), ada.server());
  }

  @Test
  void aLostServerLeadsToTheFallback() {
    Connection ada = proxy.login("Ada");
    ada.go("arena");
    agent.loss = new LossDecision.Fallback("lobby", text("&7The arena was lost"));
    ada.serverDies();
    assertEquals(Optional.of("lobby"), ada.server());
    assertEquals(Optional.empty(), ada.end());
    assertEquals(List.of("chat The arena was lost"), ada.read());
    // Without words: none of the server's own.
    assertTrue(agent.heard.contains("lost arena"));
  }

  @Test
  void playersAreBroughtBackHoweverOftenTheyLoseTheirServer() {
    Connection ada = proxy.login("Ada");
    agent.loss = new LossDecision.Fallback("lobby", text("lost"));
    for (int time = 0; time < 5; time++) {
      ada.go("arena");
      ada.kickedFromServer("closing");
      assertEquals(Optional.of("lobby"), ada.server());
    }
  }

  @Test
  void aLostServerEndsTheConnectionWithTheAgentsWords() {
    Connection ada = proxy.login("Ada");
    agent.loss = new LossDecision.Disconnect(text("Too many servers were lost"));
    ada.serverDies();
    assertEquals(Optional.of("Too many servers were lost"), ada.end());
  }

  @Test
  void aKickThatTheAgentLeavesAloneReachesThePlayer() {
    Connection ada = proxy.login("Ada");
    ada.kickedFromServer("Stop that");
    assertEquals(Optional.of("Stop that"), ada.end());
    assertTrue(agent.heard.contains("lost lobby Stop that"));
  }

  @Test
  void nothingIsLostWhereAnotherServerTurnsAPlayerAway() {
    Connection ada = proxy.login("Ada");
    ada.turnedAwayBy("arena");
    assertEquals(Optional.of("lobby"), ada.server());
    assertTrue(agent.heard.stream().noneMatch(line -> line.startsWith("lost")));
  }

  @Test
  void theServerListShowsWhatTheAgentAnswers() {
    String icon = "data:image/png;base64,AAAA";
    agent.list =
        Optional.of(
            new ListAnswer(
                text("#12FF34Hello"), 7, 90, Optional.of("Maintenance"), Optional.of(icon)));
    Shown shown = proxy.ping(NEW);
    assertEquals(new Shown("Hello", 7, 90, "Maintenance", -1, icon), shown);
    assertEquals("Hello", proxy.ping(OLD).motd());
  }

  @Test
  void theServerListStaysTheProxysWhereTheAgentSaysNothing() {
    assertEquals(new Shown("own words", 1, 2, "own", NEW, ""), proxy.ping(NEW));
  }

  @Test
  void aServersPayloadGoesToTheAgentAndNotToThePlayer() {
    Connection ada = proxy.login("Ada");
    assertFalse(proxy.serverSays(ada, "net:channel", "hello"));
    assertTrue(agent.heard.contains("payload lobby hello"));
  }

  @Test
  void aPlayersPayloadGoesNowhereAndIsCounted() {
    Connection ada = proxy.login("Ada");
    assertFalse(proxy.playerSays(ada, "net:channel", "forged"));
    assertTrue(agent.heard.contains("payload of a player"));
    assertTrue(agent.heard.stream().noneMatch(line -> line.contains("forged")));
  }

  @Test
  void otherChannelsAreNoneOfTheAgentsBusiness() {
    Connection ada = proxy.login("Ada");
    assertTrue(proxy.serverSays(ada, "other:channel", "hello"));
    assertTrue(proxy.playerSays(ada, "other:channel", "hello"));
    assertTrue(agent.heard.stream().noneMatch(line -> line.startsWith("payload")));
  }

  @Test
  void aPayloadReachesAServerWithAPlayerOnIt() {
    byte[] words = "hello".getBytes(StandardCharsets.UTF_8);
    assertFalse(proxy.platform().sendPayload("lobby", words));
    proxy.login("Ada");
    assertTrue(proxy.platform().sendPayload("lobby", words));
    assertFalse(proxy.platform().sendPayload("nowhere", words));
    assertEquals(List.of("lobby net:channel hello"), proxy.sentToServers());
  }

  @Test
  void serversAreAddedGivenAnotherAddressAndRemoved() {
    InetSocketAddress one = new InetSocketAddress("127.0.0.1", 1);
    InetSocketAddress two = new InetSocketAddress("127.0.0.1", 2);
    proxy.platform().register("new", one);
    assertTrue(proxy.platform().servers().contains(new ProxyServer("new", one)));
    proxy.platform().register("new", two);
    assertTrue(proxy.platform().servers().contains(new ProxyServer("new", two)));
    assertEquals(4, proxy.platform().servers().size());
    proxy.platform().unregister("new");
    proxy.platform().unregister("new");
    assertEquals(3, proxy.platform().servers().size());
  }

  @Test
  void aMoveIsDoneWhenThePlayerIsThere() {
    Connection ada = proxy.login("Ada");
    assertTrue(playerOf(ada).connect("arena").toCompletableFuture().join());
    assertEquals(Optional.of("arena"), playerOf(ada).server());
    assertTrue(playerOf(ada).connect("arena").toCompletableFuture().join());
    assertFalse(playerOf(ada).connect("gone").toCompletableFuture().join());
    assertFalse(playerOf(ada).connect("nowhere").toCompletableFuture().join());
    assertEquals(Optional.of("arena"), playerOf(ada).server());
  }

  @Test
  void playersAreFoundByUuidAndByNameInAnyCase() {
    Connection ada = proxy.login("Ada");
    ProxyPlayer player = playerOf(ada);
    assertEquals(Optional.of(player), proxy.platform().player(player.uuid().orElseThrow()));
    assertEquals(Optional.of(player), proxy.platform().playerNamed("aDA"));
    assertEquals(Optional.empty(), proxy.platform().playerNamed("Bob"));
    assertEquals(List.of(player), List.copyOf(proxy.platform().players()));
  }

  @Test
  void playersReadTextsWhereTheyAreShown() {
    Connection ada = proxy.login("Ada");
    playerOf(ada).send(text("&aHello"));
    playerOf(ada).showActionBar(text("soon"));
    playerOf(ada).showTitle(text("now"), Text.EMPTY);
    assertEquals(List.of("chat Hello", "bar soon", "title now"), ada.read());
    playerOf(ada).disconnect(text("&cBye"));
    assertEquals(Optional.of("Bye"), ada.end());
  }

  @Test
  void whoeverGivesACommandIsKnownToIt() {
    EchoCommand echo = new EchoCommand();
    agent.commands = List.of(echo);
    proxy = open(agent, folder);
    Connection ada = proxy.login("Ada");
    proxy.command(Optional.of(ada), "echo", "a", "b");
    proxy.command(Optional.empty(), "repeat");
    assertEquals(List.of("chat Ada said [a, b]"), ada.read());
    assertEquals(List.of("console said []"), proxy.console());
    assertEquals(List.of("<>"), proxy.complete(Optional.of(ada), "echo"));
    assertEquals(List.of("<x>"), proxy.complete(Optional.of(ada), "echo", "a", "x"));
  }

  @Test
  void aCommandIsForThoseWithItsPermission() {
    agent.commands = List.of(new EchoCommand());
    proxy = open(agent, folder);
    Connection ada = proxy.login("Ada");
    assertFalse(proxy.mayGive(ada, "echo"));
    ada.permit("test.echo");
    assertTrue(proxy.mayGive(ada, "echo"));
  }

  @Test
  void aPluginThatIsNotThereIsNotFound() {
    assertEquals(Optional.empty(), proxy.platform().pluginLoader("Missing"));
  }

  @Test
  void theAgentStopsWithTheProxy() {
    proxy.stop();
    assertTrue(agent.heard.contains("stop"));
  }
}
