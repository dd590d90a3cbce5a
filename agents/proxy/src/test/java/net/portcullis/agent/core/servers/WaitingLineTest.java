package net.portcullis.agent.core.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WaitingLineTest {
  private final FakeAgent agent = new FakeAgent();
  private Servers servers;

  @BeforeEach
  void makeServers() {
    agent.network.hub("hub-1", 0, 10_000).game("game-1", "DRAINING", 0, 100);
    servers = new Servers(agent.context());
  }

  @Test
  void whoWaitsReadsTheirPositionEveryTwoSeconds() {
    waiting("anna");
    FakePlayer ben = waiting("ben");
    agent.time.pass(2_000);
    assertEquals(List.of("Waiting for game-1: 2 of 2"), ben.actionBars);
    agent.time.pass(2_000);
    assertEquals(2, ben.actionBars.size());
  }

  @Test
  void aServerThatComesBackIsFilledInOrderAndAtMostTenASecond() {
    List<FakePlayer> players = new ArrayList<>();
    for (int number = 0; number < 25; number++) players.add(waiting("player" + number));
    agent.time.pass(1_000);
    agent.network.game("game-1", "WAITING", 0, 100);
    agent.time.pass(1_000);
    assertEquals(players.subList(0, 10), movedOf(players));
    agent.time.pass(1_000);
    assertEquals(players.subList(0, 20), movedOf(players));
    agent.time.pass(1_000);
    assertEquals(players, movedOf(players));
    assertEquals(0, servers.line().size());
  }

  @Test
  void noMoreAreMovedThanTheServerHasPlaces() {
    List<FakePlayer> players = new ArrayList<>();
    for (int number = 0; number < 6; number++) players.add(waiting("player" + number));
    agent.network.game("game-1", "WAITING", 97, 100);
    agent.time.pass(2_000);
    assertEquals(players.subList(0, 3), movedOf(players));
    agent.network.game("game-1", "WAITING", 100, 100);
    agent.time.pass(20_000);
    assertEquals(3, movedOf(players).size());
    agent.network.game("game-1", "WAITING", 99, 100);
    agent.time.pass(500);
    assertEquals(players.subList(0, 4), movedOf(players));
  }

  @Test
  void whileTheCoordinatorIsAwayNobodyIsMoved() {
    FakePlayer anna = waiting("anna");
    agent.network.game("game-1", "WAITING", 0, 100);
    agent.coordinator.isConnected = false;
    agent.time.pass(5_000);
    assertEquals(List.of(), anna.connects);
    agent.coordinator.isConnected = true;
    agent.time.pass(500);
    assertEquals(List.of("game-1"), anna.connects);
  }

  @Test
  void askingAgainTakesOut() {
    FakePlayer anna = waiting("anna");
    servers.line().toggle(anna, "game-1");
    assertEquals(0, servers.line().size());
    assertTrue(anna.lastRead().startsWith("You no longer wait"), anna.lastRead());
  }

  @Test
  void askingForAnotherServerChangesTheLine() {
    agent.network.game("game-2", "DRAINING", 0, 100);
    FakePlayer anna = waiting("anna");
    servers.line().toggle(anna, "game-2");
    agent.time.pass(2_000);
    assertEquals(List.of("Waiting for game-2: 1 of 1"), anna.actionBars);
  }

  @Test
  void leavingTakesOut() {
    FakePlayer anna = waiting("anna");
    servers.left(anna);
    assertEquals(0, servers.line().size());
  }

  @Test
  void goingElsewhereByOwnChoiceTakesOut() {
    FakePlayer anna = waiting("anna");
    servers.switched(anna, "hub-2");
    assertEquals(0, servers.line().size());
  }

  @Test
  void beingMovedElsewhereKeepsThePlace() {
    FakePlayer anna = waiting("anna");
    servers.move(anna, "hub-2");
    servers.switched(anna, "hub-2");
    assertEquals(1, servers.line().size());
  }

  @Test
  void arrivingTakesOutHoweverItCame() {
    FakePlayer anna = waiting("anna");
    servers.move(anna, "game-1");
    servers.switched(anna, "game-1");
    assertEquals(0, servers.line().size());
  }

  @Test
  void nobodyWaitsLongerThanTenMinutes() {
    FakePlayer anna = waiting("anna");
    agent.time.pass(9 * 60_000);
    assertEquals(1, servers.line().size());
    agent.time.pass(60_000);
    assertEquals(0, servers.line().size());
    assertEquals("This server cannot be reached.", anna.lastRead());
  }

  @Test
  void aServerThatIsRemovedIsNotWaitedFor() {
    FakePlayer anna = waiting("anna");
    agent.network.remove("game-1");
    agent.time.pass(500);
    assertEquals("This server cannot be reached.", anna.lastRead());
    assertEquals(0, servers.line().size());
  }

  @Test
  void whoIsNotLetInKeepsTheirPlaceForTwoMoreTries() {
    FakePlayer anna = waiting("anna");
    anna.unreachable.add("game-1");
    agent.network.game("game-1", "WAITING", 0, 100);
    agent.time.pass(500);
    assertEquals(1, anna.connects.size());
    agent.time.pass(4_000);
    assertEquals(1, anna.connects.size());
    agent.time.pass(20_000);
    assertEquals(3, anna.connects.size());
    assertEquals("This server cannot be reached.", anna.lastRead());
    assertEquals(0, servers.line().size());
  }

  @Test
  void whoIsNotLetInHoldsNobodyUp() {
    FakePlayer anna = waiting("anna");
    anna.unreachable.add("game-1");
    FakePlayer ben = waiting("ben");
    agent.network.game("game-1", "WAITING", 0, 1);
    agent.time.pass(1_000);
    assertEquals(Optional.of("game-1"), ben.server);
  }

  @Test
  void whoLeavesWhileBeingMovedIsNotPutBack() {
    FakePlayer anna = waiting("anna");
    anna.pending = Optional.of(new CompletableFuture<>());
    agent.network.game("game-1", "WAITING", 0, 100);
    agent.time.pass(500);
    agent.platform.players.remove(anna);
    servers.left(anna);
    anna.pending.get().complete(false);
    assertEquals(0, servers.line().size());
  }

  @Test
  void whoHasLeftCannotBeginToWait() {
    FakePlayer anna = agent.platform.join("anna", "hub-1");
    agent.platform.players.remove(anna);
    servers.line().toggle(anna, "game-1");
    assertEquals(0, servers.line().size());
  }

  @Test
  void tenThousandWaitAndNoMore() {
    for (int number = 0; number < 10_000; number++) waiting("player" + number);
    FakePlayer late = waiting("late");
    assertEquals(10_000, servers.line().size());
    assertEquals("Too many players are waiting. Please try again later.", late.lastRead());
  }

  private FakePlayer waiting(String name) {
    FakePlayer player = agent.platform.join(name, "hub-1");
    servers.line().toggle(player, "game-1");
    return player;
  }

  private static List<FakePlayer> movedOf(List<FakePlayer> players) {
    return players.stream().filter(player -> player.server.equals(Optional.of("game-1"))).toList();
  }
}
