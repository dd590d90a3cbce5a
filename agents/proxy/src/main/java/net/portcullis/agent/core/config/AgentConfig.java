package net.portcullis.agent.core.config;

import java.net.URI;
import java.util.Set;

/**
 * What {@code config.yml} says.
 *
 * @param coordinator the URL of the coordinator's channel
 * @param name the name of this proxy in the network
 * @param behindEdge the players come through an edge, which reports them too
 * @param whileAway how logins are decided while the coordinator does not answer
 * @param admitsUnknown whether players come in while nothing was ever heard of the network
 * @param firstHub whether players who join are sent to the hub with the fewest players
 * @param fallback whether players whose server is lost are sent to a hub
 * @param partiesFollow whether a party follows its leader when the coordinator moves the leader
 * @param serverList whether the agent answers the server list
 * @param commands the names of the commands that the agent adds
 */
public record AgentConfig(
    URI coordinator,
    String name,
    Secret secret,
    boolean behindEdge,
    WhileAway whileAway,
    boolean admitsUnknown,
    ServerSyncMode serverSync,
    boolean firstHub,
    boolean fallback,
    boolean partiesFollow,
    boolean serverList,
    Set<String> commands) {
  public AgentConfig {
    commands = Set.copyOf(commands);
  }

  /** How logins are decided alone. */
  public enum WhileAway {
    /** By what the coordinator said last. */
    DECIDE,
    /** Nobody comes in. */
    DENY,
    /** Everybody comes in who was not banned when the coordinator was last heard of. */
    ALLOW
  }

  /** What becomes of the servers of the coordinator at this proxy. */
  public enum ServerSyncMode {
    /** The proxy keeps its own. */
    OFF,
    /** Those of the coordinator are added to the proxy's own. */
    ADD,
    /** The proxy has exactly those of the coordinator. */
    MIRROR
  }
}
