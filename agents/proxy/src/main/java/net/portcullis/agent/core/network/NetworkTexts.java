package net.portcullis.agent.core.network;

/**
 * What players read, marked as admins write it. In those about bans the agent fills in {@code
 * {reason}}, {@code {remaining}} and {@code {id}}.
 *
 * @param noServer there is no server that a player could be sent to
 * @param serverDraining the server is being emptied
 * @param serverFull the server has no place left
 * @param serverLost the server has gone
 * @param unreachable the player could not be connected to the server
 * @param maintenanceVersion in place of the version in the server list during maintenance; empty
 *     for none
 */
public record NetworkTexts(
    String banned,
    String bannedForever,
    String maintenance,
    String joinPrevented,
    String networkFull,
    String noServer,
    String serverDraining,
    String serverFull,
    String serverLost,
    String unreachable,
    String maintenanceVersion) {
  /** What is said before the coordinator has said its own. */
  public static final NetworkTexts DEFAULT =
      new NetworkTexts(
          "You are banned for {remaining}.\nReason: {reason}\nBan id: {id}",
          "You are banned forever.\nReason: {reason}\nBan id: {id}",
          "The network is under maintenance. Please come back later.",
          "Nobody can join at the moment. Please come back later.",
          "The network is full. Please come back later.",
          "&cThere is no server for you at the moment. Please come back later.",
          "&eThis server is about to restart.",
          "&eThis server is full.",
          "&eYour server has gone.",
          "&cThis server cannot be reached.",
          "");
}
