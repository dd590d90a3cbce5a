package net.portcullis.agent.core.party;

import java.util.List;
import java.util.UUID;

/**
 * A party as a plugin has it.
 *
 * @param members the leader is one of them
 */
public record PartyMembers(UUID leader, List<UUID> members) {
  public PartyMembers {
    members = List.copyOf(members);
  }
}
