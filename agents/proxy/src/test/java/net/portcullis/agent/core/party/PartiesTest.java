package net.portcullis.agent.core.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.portcullis.agent.core.FakeAgent;
import net.portcullis.agent.core.FakePlayer;
import net.portcullis.agent.core.config.AgentConfig.ServerSyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PartiesTest {
  private static final long LOOK_MS = 5_000;

  private final FakeAgent agent = new FakeAgent();
  private final Deque<Runnable> questions = new ArrayDeque<>();
  private Optional<List<PartyMembers>> found = Optional.empty();
  private int asked;
  private boolean isHanging;
  private Parties parties;
  private FakePlayer anna;
  private FakePlayer ben;

  @BeforeEach
  void makeParties() {
    PartySource source =
        players -> {
          asked++;
          return found;
        };
    parties =
        new Parties(
            agent.context(),
            List.of(source),
            question -> {
              if (isHanging) questions.add(question);
              else question.run();
            });
    anna = agent.platform.join("anna", "hub-1");
    ben = agent.platform.join("ben", "hub-1");
  }

  @Test
  void partiesAreReportedWhenTheyChangeAndAfterEachWelcome() {
    found = Optional.of(List.of(party(anna, ben)));
    agent.time.pass(LOOK_MS);
    assertEquals(List.of("parties"), agent.coordinator.postedTypes());
    JsonObject party =
        agent.coordinator.posted.get(0).getAsJsonArray("parties").get(0).getAsJsonObject();
    assertEquals(uuid(anna).toString(), party.get("leader").getAsString());
    assertEquals(2, party.getAsJsonArray("members").size());
    assertTrue(party.get("createdAt").getAsLong() > 0);
    agent.time.pass(LOOK_MS);
    assertEquals(1, agent.coordinator.posted.size());
    agent.coordinator.welcome();
    assertEquals(2, agent.coordinator.posted.size());
    found = Optional.of(List.of());
    agent.time.pass(LOOK_MS);
    assertEquals("{\"type\":\"parties\",\"parties\":[]}", agent.coordinator.lastPosted());
  }

  @Test
  void aProxyWithoutAPluginReportsNoParties() {
    agent.coordinator.welcome();
    agent.time.pass(LOOK_MS);
    assertEquals(List.of(), agent.coordinator.posted);
  }

  @Test
  void aPluginThatIsSilentForAMomentLosesNoParties() {
    found = Optional.of(List.of(party(anna, ben)));
    agent.time.pass(LOOK_MS);
    found = Optional.empty();
    agent.time.pass(LOOK_MS);
    assertEquals(1, agent.coordinator.posted.size());
  }

  @Test
  void aPluginThatHangsIsNotAskedAgainMeanwhile() {
    isHanging = true;
    agent.time.pass(4 * LOOK_MS);
    assertEquals(1, questions.size());
    questions.remove().run();
    isHanging = false;
    agent.time.pass(LOOK_MS);
    assertEquals(2, asked);
  }

  @Test
  void aPluginThatFailsIsAskedAgainAndLogged() {
    PartySource broken =
        players -> {
          asked++;
          throw new IllegalStateException("database");
        };
    new Parties(agent.context(), List.of(broken), Runnable::run);
    agent.time.pass(2 * LOOK_MS);
    assertEquals(4, asked, "both sources, twice");
    assertTrue(agent.platform.log.lines.get(0).startsWith("parties.unreadable"));
  }

  @Test
  void aPartyFollowsItsLeader() {
    join(party(anna, ben));
    assertEquals(List.of("ben to game-1"), follow("game-1"));
  }

  @Test
  void nobodyFollowsAMember() {
    join(party(ben, anna));
    assertEquals(List.of(), follow("game-1"));
  }

  @Test
  void withPartiesFollowOffNobodyFollows() {
    agent.config = FakeAgent.configWith(ServerSyncMode.OFF, true, true, false, true);
    join(party(anna, ben));
    assertEquals(List.of(), follow("game-1"));
  }

  @Test
  void whoIsThereAlreadyStays() {
    ben.server = Optional.of("game-1");
    join(party(anna, ben));
    assertEquals(List.of(), follow("game-1"));
  }

  @Test
  void toAHubOnlyThoseOfTheLeadersServerFollow() {
    agent.network.hub("hub-2", 0, 100);
    FakePlayer cleo = agent.platform.join("cleo", "game-7");
    join(party(anna, ben, cleo));
    assertEquals(List.of("ben to hub-2"), follow("hub-2"));
    assertEquals(List.of("ben to game-1", "cleo to game-1"), follow("game-1"));
  }

  @Test
  void aLargePartyIsMovedTwentyAtATime() {
    List<FakePlayer> others = new ArrayList<>();
    for (int number = 0; number < 50; number++) {
      others.add(agent.platform.join("player" + number, "hub-1"));
    }
    join(party(anna, others.toArray(FakePlayer[]::new)));
    List<String> moved = new ArrayList<>();
    parties.follow(
        anna, Optional.of("hub-1"), "game-1", (player, server) -> moved.add(player.name()));
    agent.time.pass(0);
    assertEquals(20, moved.size());
    agent.time.pass(250);
    assertEquals(40, moved.size());
    agent.time.pass(250);
    assertEquals(50, moved.size());
  }

  private List<String> follow(String server) {
    List<String> moved = new ArrayList<>();
    parties.follow(
        anna,
        Optional.of("hub-1"),
        server,
        (player, target) -> moved.add(player.name() + " to " + target));
    agent.time.pass(0);
    return moved.stream().sorted().toList();
  }

  private void join(PartyMembers party) {
    found = Optional.of(List.of(party));
    agent.time.pass(LOOK_MS);
  }

  private static PartyMembers party(FakePlayer leader, FakePlayer... others) {
    List<UUID> members = new ArrayList<>(List.of(uuid(leader)));
    for (FakePlayer other : others) members.add(uuid(other));
    return new PartyMembers(uuid(leader), members);
  }

  private static UUID uuid(FakePlayer player) {
    return player.uuid().orElseThrow();
  }
}
