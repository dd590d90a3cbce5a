package net.portcullis.agent.core.party;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A plugin that has parties. */
public interface PartySource {
  /**
   * The parties of these players; empty while the plugin is not there. May block, since such
   * plugins ask databases: it is never called on the agent's thread.
   */
  Optional<List<PartyMembers>> partiesOf(Collection<UUID> players);
}
