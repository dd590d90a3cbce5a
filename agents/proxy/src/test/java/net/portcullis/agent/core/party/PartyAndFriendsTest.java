package net.portcullis.agent.core.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import net.portcullis.agent.core.FakeAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PartyAndFriendsTest {
  private static final UUID ANNA = new UUID(0, 1);
  private static final UUID BEN = new UUID(0, 2);
  private static final UUID CLEO = new UUID(0, 3);

  private final FakeAgent agent = new FakeAgent();
  private final PartyAndFriends source = new PartyAndFriends(agent.platform);

  @AfterEach
  void stopPlugin() {
    FakePartyPlugin.stop();
  }

  @ParameterizedTest
  @EnumSource(FakePartyPlugin.Edition.class)
  void partiesAreReadOnceEachWithTheirLeader(FakePartyPlugin.Edition edition) {
    load(edition);
    FakePartyPlugin.start(edition, Map.of(ANNA, List.of(ANNA, BEN), BEN, List.of(ANNA, BEN)));
    assertEquals(
        Optional.of(List.of(new PartyMembers(ANNA, List.of(ANNA, BEN)))),
        source.partiesOf(List.of(BEN, ANNA, CLEO)));
  }

  @Test
  void withoutThePluginThereIsNoSource() {
    assertEquals(Optional.empty(), source.partiesOf(Set.of(ANNA)));
    assertEquals(List.of(), agent.platform.log.lines);
  }

  @Test
  void aPluginThatIsLoadedLaterIsFound() {
    source.partiesOf(Set.of(ANNA));
    load(FakePartyPlugin.Edition.BUNGEE);
    assertEquals(Optional.of(List.of()), source.partiesOf(Set.of(ANNA)));
  }

  @Test
  void aPluginThatHasNotStartedYetHasNoParties() {
    load(FakePartyPlugin.Edition.BUNGEE);
    assertEquals(Optional.of(List.of()), source.partiesOf(Set.of(ANNA)));
  }

  @Test
  void aPartyWithoutALeaderIsPassedOver() {
    load(FakePartyPlugin.Edition.BUNGEE);
    Map<UUID, List<UUID>> parties = new HashMap<>();
    parties.put(ANNA, List.of());
    FakePartyPlugin.start(FakePartyPlugin.Edition.BUNGEE, parties);
    assertEquals(Optional.of(List.of()), source.partiesOf(Set.of(ANNA)));
  }

  @Test
  void anUnknownVersionOfThePluginIsLoggedOnce() {
    agent.platform.plugins.put("PartyAndFriends", new NoClasses());
    source.partiesOf(Set.of(ANNA));
    source.partiesOf(Set.of(ANNA));
    assertEquals(
        List.of("parties.unknown-version plugin=PartyAndFriends"), agent.platform.log.lines);
  }

  @Test
  void aPluginThatFailsIsLoggedOnceAndHasNoAnswer() {
    load(FakePartyPlugin.Edition.BUNGEE);
    FakePartyPlugin.fail();
    assertEquals(Optional.empty(), source.partiesOf(Set.of(ANNA)));
    assertEquals(Optional.empty(), source.partiesOf(Set.of(ANNA)));
    assertEquals(1, agent.platform.log.lines.size());
    assertTrue(agent.platform.log.lines.get(0).startsWith("parties.unreadable"));
  }

  private void load(FakePartyPlugin.Edition edition) {
    String name = edition == FakePartyPlugin.Edition.BUNGEE ? "PartyAndFriends" : "partyandfriends";
    agent.platform.plugins.put(name, edition.loader());
  }

  /** Of a plugin that has other classes. */
  private static final class NoClasses extends ClassLoader {
    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      throw new ClassNotFoundException(name);
    }
  }
}
