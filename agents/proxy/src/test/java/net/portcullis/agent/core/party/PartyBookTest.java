package net.portcullis.agent.core.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PartyBookTest {
  private static final UUID ANNA = new UUID(0, 1);
  private static final UUID BEN = new UUID(0, 2);
  private static final UUID CLEO = new UUID(0, 3);
  private static final Set<UUID> HERE = Set.of(ANNA, BEN, CLEO);

  private final PartyBook book = new PartyBook();

  @Test
  void aPartyKeepsItsIdAndItsBeginning() {
    assertTrue(book.replace(List.of(party(ANNA, BEN)), HERE, 1_000));
    Party before = book.parties().get(0);
    assertTrue(book.replace(List.of(party(ANNA, BEN, CLEO)), HERE, 2_000));
    Party after = book.parties().get(0);
    assertEquals(before.id(), after.id());
    assertEquals(1_000, after.createdAt());
    assertEquals(List.of(ANNA, BEN, CLEO), after.members());
  }

  @Test
  void theSameAgainIsNoChangeInWhateverOrder() {
    book.replace(List.of(party(ANNA, BEN, CLEO)), HERE, 1_000);
    assertFalse(book.replace(List.of(party(ANNA, CLEO, BEN)), HERE, 2_000));
  }

  @Test
  void aPartyThatAnotherMemberLeadsIsTheSame() {
    book.replace(List.of(party(ANNA, BEN, CLEO)), HERE, 1_000);
    String id = book.parties().get(0).id();
    assertTrue(book.replace(List.of(party(BEN, ANNA, CLEO)), HERE, 2_000));
    assertEquals(id, book.parties().get(0).id());
    assertTrue(book.ledBy(BEN).isPresent());
    assertEquals(Optional.empty(), book.ledBy(ANNA));
  }

  @Test
  void aPartyThatSplitsIsOneOldAndOneNew() {
    UUID dora = new UUID(0, 4);
    book.replace(List.of(party(ANNA, BEN, CLEO, dora)), HERE, 1_000);
    String id = book.parties().get(0).id();
    book.replace(List.of(party(ANNA, BEN), party(CLEO, dora)), HERE, 2_000);
    assertEquals(id, book.ledBy(ANNA).orElseThrow().id());
    assertNotEquals(id, book.ledBy(CLEO).orElseThrow().id());
  }

  @Test
  void aPartyIsReportedByTheProxyOfItsLeaderAlone() {
    book.replace(List.of(party(ANNA, BEN)), Set.of(BEN), 1_000);
    assertEquals(List.of(), book.parties());
  }

  @Test
  void whoIsAloneIsNoParty() {
    book.replace(List.of(party(ANNA)), HERE, 1_000);
    assertEquals(List.of(), book.parties());
  }

  @Test
  void onePartyHasAThousandMembersAndAllTogetherAHundredThousand() {
    List<PartyMembers> found = new ArrayList<>();
    Set<UUID> leaders = new HashSet<>();
    for (int number = 0; number < 150; number++) {
      int base = number * 2_000;
      List<UUID> members =
          IntStream.range(base, base + 1_500).mapToObj(one -> new UUID(1, one)).toList();
      leaders.add(members.get(0));
      found.add(new PartyMembers(members.get(0), members));
    }
    book.replace(found, leaders, 1_000);
    assertEquals(100, book.parties().size());
    assertTrue(book.parties().stream().allMatch(party -> party.members().size() == 1_000));
    assertTrue(book.parties().stream().allMatch(party -> party.members().contains(party.leader())));
  }

  private static PartyMembers party(UUID leader, UUID... others) {
    List<UUID> members = new ArrayList<>(List.of(others));
    members.add(leader);
    return new PartyMembers(leader, members);
  }
}
