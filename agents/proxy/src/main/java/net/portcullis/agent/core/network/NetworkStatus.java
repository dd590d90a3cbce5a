package net.portcullis.agent.core.network;

import java.util.Set;

/**
 * The status of the network. Texts are marked as admins write them.
 *
 * @param bypass names that come in during maintenance and into a full network, folded to lower case
 */
public record NetworkStatus(
    boolean maintenance,
    boolean preventJoin,
    int onlinePlayers,
    int maxPlayers,
    String motd,
    String maintenanceMotd,
    Set<String> bypass) {
  public NetworkStatus {
    bypass = Set.copyOf(bypass);
  }
}
