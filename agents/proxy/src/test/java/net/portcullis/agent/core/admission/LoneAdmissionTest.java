package net.portcullis.agent.core.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import net.portcullis.agent.core.FakeCoordinator;
import net.portcullis.agent.core.FakeTime;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import net.portcullis.agent.core.config.AgentConfig.WhileAway;
import net.portcullis.agent.core.config.Secret;
import net.portcullis.agent.core.network.Replica;
import net.portcullis.agent.core.session.SessionBook;
import net.portcullis.agent.core.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who comes in while the coordinator does not answer, and who gets a place back. */
final class LoneAdmissionTest {
  private static final UUID ANN = UUID.fromString("069a79f4-44e9-4726-a5be-fca90e38aaf5");
  private static final UUID OTHER = UUID.fromString("853c80ef-3c37-49fd-aa49-938b674adae6");
  private static final String OPEN = status("false", "false", 3, 100, "");

  private final FakeCoordinator coordinator = new FakeCoordinator();
  private final FakeTime time = new FakeTime();
  private final Object connection = new Object();
  private WhileAway whileAway = WhileAway.DECIDE;
  private boolean admitsUnknown;
  private Admissions admissions;

  @BeforeEach
  void assemble() {
    Replica replica = new Replica(time);
    replica.listen(coordinator);
    SessionBook sessions = new SessionBook(coordinator, time);
    admissions = new Admissions(coordinator, replica, sessions, this::config, time, time);
  }

  @Test
  void nobodyComesInWhileNothingWasEverHeardOfTheNetwork() {
    assertTrue(login(ANN, "Ann").isPresent());
    admitsUnknown = true;
    assertTrue(login(ANN, "Ann").isEmpty());
  }

  @Test
  void aNetworkWhoseBansAreNotKnownYetIsNotKnown() {
    coordinator.says(OPEN);
    assertTrue(login(ANN, "Ann").isPresent());
  }

  @Test
  void aPlayerWithoutABanComesIn() {
    heard(OPEN, "");
    assertTrue(login(ANN, "Ann").isEmpty());
  }

  @Test
  void aBannedPlayerReadsTheReasonAsTextAndTheIdOfTheBan() {
    heard(OPEN, ban(ANN, "Ann", 0, "&cdo not {id}", false));
    coordinator.says(
        "{\"type\":\"texts\",\"banned\":\"B\",\"bannedForever\":\"Gone: {reason} ({id})\","
            + "\"maintenance\":\"M\",\"joinPrevented\":\"J\",\"networkFull\":\"F\"}");
    assertEquals("Gone: &cdo not {id} (ID1)", words(login(ANN, "Renamed")));
  }

  @Test
  void aBanThatIsOverRefusesNobody() {
    heard(OPEN, ban(ANN, "Ann", time.now() + 1_000, "x", false));
    assertTrue(login(ANN, "Ann").isPresent());
    time.pass(1_000);
    assertTrue(login(ANN, "Ann").isEmpty());
  }

  @Test
  void aBanOnAClaimHoldsForItsNameAndNotForTheUuidUnderAnother() {
    heard(OPEN, ban(ANN, "Ann", 0, "x", true));
    assertTrue(login(OTHER, "aNN").isPresent());
    assertTrue(login(ANN, "Innocent").isEmpty());
  }

  @Test
  void aBanThatWasLiftedRefusesNobody() {
    heard(OPEN, ban(ANN, "Ann", 0, "x", false));
    coordinator.says("{\"type\":\"ban.remove\",\"version\":9,\"uuid\":\"" + ANN + "\"}");
    assertTrue(login(ANN, "Ann").isEmpty());
  }

  @Test
  void maintenanceAndAClosedNetworkLetInWhoIsOnTheBypassList() {
    heard(status("true", "false", 3, 100, "\"Ann\""), "");
    assertTrue(login(ANN, "aNN").isEmpty());
    assertTrue(login(OTHER, "Other").isPresent());
    coordinator.says(status("false", "true", 3, 100, "\"Ann\""));
    assertTrue(login(ANN, "Ann").isEmpty());
    assertTrue(login(OTHER, "Other").isPresent());
  }

  @Test
  void aFullNetworkStaysFullWithThoseWhoWereLetInAlone() {
    heard(status("false", "false", 0, 1, ""), "");
    assertTrue(admit(ANN, "Ann", new Object()).isEmpty());
    assertTrue(admit(OTHER, "Other", new Object()).isPresent());
  }

  @Test
  void aBannedPlayerStaysOutWhereEverybodyElseIsLetIn() {
    whileAway = WhileAway.ALLOW;
    heard(status("true", "true", 9, 1, ""), ban(ANN, "Ann", 0, "x", false));
    assertTrue(login(ANN, "Ann").isPresent());
    assertTrue(login(OTHER, "Other").isEmpty());
  }

  @Test
  void nobodyComesInWhereThatIsConfigured() {
    whileAway = WhileAway.DENY;
    heard(OPEN, "");
    assertTrue(login(ANN, "Ann").isPresent());
  }

  @Test
  void anErrorOfTheCoordinatorIsDecidedAlone() {
    heard(OPEN, ban(ANN, "Ann", 0, "x", false));
    coordinator.answers("{\"type\":\"error\",\"code\":\"overloaded\",\"detail\":\"\"}");
    assertTrue(login(ANN, "Ann").isPresent());
    assertTrue(login(OTHER, "Other").isEmpty());
  }

  @Test
  void aRefusalWithoutWordsStillRefuses() {
    coordinator.answers("{\"type\":\"admission\",\"allow\":false}");
    assertTrue(login(ANN, "Ann").isPresent());
  }

  @Test
  void thePlaceOfALoginThatEndsIsGivenBackOnce() {
    coordinator.features.add("cancel");
    coordinator.answers("{\"type\":\"admission\",\"allow\":true}");
    assertTrue(admit(ANN, "Ann", connection).isEmpty());
    admissions.ended(connection);
    admissions.ended(connection);
    assertEquals(1, coordinator.postedTypes().stream().filter("player.cancel"::equals).count());
  }

  @Test
  void thePlaceOfAPlayerWhoJoinedIsNotGivenBack() {
    coordinator.features.add("cancel");
    coordinator.answers("{\"type\":\"admission\",\"allow\":true}");
    admit(ANN, "Ann", connection);
    admissions.joined(connection);
    admissions.ended(connection);
    assertFalse(coordinator.postedTypes().contains("player.cancel"));
  }

  /** A login that ends at once, so that it takes no place. */
  private Optional<Text> login(UUID uuid, String name) {
    Object own = new Object();
    Optional<Text> refusal = admit(uuid, name, own);
    admissions.ended(own);
    return refusal;
  }

  private Optional<Text> admit(UUID uuid, String name, Object by) {
    CompletableFuture<Optional<Text>> answer =
        admissions.decide(uuid, name, "10.0.0.1", by).toCompletableFuture();
    assertTrue(answer.isDone());
    return answer.join();
  }

  private void heard(String status, String bans) {
    coordinator.says(status);
    coordinator.says("{\"type\":\"bans\",\"version\":1,\"bans\":[" + bans + "]}");
  }

  private static String words(Optional<Text> refusal) {
    return refusal.orElseThrow().runs().stream().map(Text.Run::text).collect(Collectors.joining());
  }

  private static String ban(UUID uuid, String name, long expires, String reason, boolean claimed) {
    return String.format(
        "{\"uuid\":\"%s\",\"name\":\"%s\",\"expires\":%d,\"reason\":\"%s\",\"banId\":\"ID1\"%s}",
        uuid, name, expires, reason, claimed ? ",\"claimed\":true" : "");
  }

  private static String status(
      String maintenance, String preventJoin, int online, int max, String bypass) {
    return String.format(
        "{\"type\":\"status\",\"status\":{\"maintenance\":%s,\"preventJoin\":%s,"
            + "\"onlinePlayers\":%d,\"maxPlayers\":%d,\"motd\":\"\",\"maintenanceMotd\":\"\","
            + "\"maintenanceBypass\":[%s]}}",
        maintenance, preventJoin, online, max, bypass);
  }

  private AgentConfig config() {
    return new AgentConfig(
        URI.create("ws://127.0.0.1:8080"),
        "proxy-1",
        new Secret("a".repeat(32)),
        false,
        whileAway,
        admitsUnknown,
        ServerSyncMode.OFF,
        true,
        true,
        true,
        true,
        Set.of());
  }
}
