package net.portcullis.agent.core.party;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Knows parties again: plugins give them no number, and a party that is led by another member is
 * the same party. On the agent's thread.
 */
final class PartyBook {
  /** What the coordinator takes of one party and of one proxy. */
  private static final int MAX_MEMBERS = 1_000;

  private static final int MAX_PARTIES = 50_000;
  private static final int MAX_MEMBERS_IN_ALL = 100_000;

  private List<Party> parties = List.of();
  private Map<UUID, Party> byMember = Map.of();

  List<Party> parties() {
    return parties;
  }

  Optional<Party> ledBy(UUID leader) {
    return Optional.ofNullable(byMember.get(leader)).filter(party -> party.leader().equals(leader));
  }

  /**
   * Takes what is now; of a list that is too long, the first parties. Answers whether anything
   * changed.
   *
   * @param here who is on this proxy: a party is reported by the proxy of its leader alone
   */
  boolean replace(List<PartyMembers> now, Set<UUID> here, long at) {
    List<Party> next = new ArrayList<>();
    Map<UUID, Party> nextByMember = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (PartyMembers found : now) {
      if (next.size() >= MAX_PARTIES || !here.contains(found.leader())) continue;
      List<UUID> members = membersOf(found);
      if (members.size() < 2 || nextByMember.size() + members.size() > MAX_MEMBERS_IN_ALL) continue;
      Optional<Party> before = before(found, taken);
      Party party =
          new Party(
              before.map(Party::id).orElseGet(() -> UUID.randomUUID().toString()),
              found.leader(),
              members,
              before.map(Party::createdAt).orElse(at));
      taken.add(party.id());
      next.add(party);
      members.forEach(member -> nextByMember.putIfAbsent(member, party));
    }
    next.sort(Comparator.comparing(Party::id));
    if (next.equals(parties)) return false;
    parties = List.copyOf(next);
    byMember = nextByMember;
    return true;
  }

  /**
   * The party of the same leader; or else one in which the new leader was, and that is not taken.
   */
  private Optional<Party> before(PartyMembers found, Set<String> taken) {
    return Optional.ofNullable(byMember.get(found.leader()))
        .filter(party -> !taken.contains(party.id()))
        .filter(
            party ->
                party.leader().equals(found.leader())
                    || party.members().stream().filter(found.members()::contains).count() > 1);
  }

  private static List<UUID> membersOf(PartyMembers found) {
    return Stream.concat(Stream.of(found.leader()), found.members().stream().sorted())
        .distinct()
        .limit(MAX_MEMBERS)
        .toList();
  }
}
