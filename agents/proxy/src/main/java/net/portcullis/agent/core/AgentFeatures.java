package net.portcullis.agent.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.platform.AgentCommand;
import net.portcullis.agent.core.platform.ConnectDecision;
import net.portcullis.agent.core.platform.ListAnswer;
import net.portcullis.agent.core.platform.LossDecision;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/**
 * What the agent does beyond admission and presence. Where nothing else is said, a method is called
 * on the proxy's threads and answers at once, from memory.
 */
public interface AgentFeatures {
  /** Where a player who has joined goes first; empty leaves it to the proxy. */
  Optional<String> firstServer(ProxyPlayer player);

  ConnectDecision beforeConnect(ProxyPlayer player, String server);

  /**
   * The player's server has ended the connection, or could not be reached.
   *
   * @param reason the server's words
   */
  LossDecision lostServer(ProxyPlayer player, String server, Optional<Text> reason);

  /** Empty leaves the answer to the proxy. */
  Optional<ListAnswer> serverList(int protocol);

  /** A server has sent this on {@code net:channel}. */
  void payloadFromServer(String server, byte[] payload);

  /** A player has sent something on {@code net:channel}; the proxy has dropped it. */
  void payloadFromPlayer();

  List<AgentCommand> commands();

  /**
   * The coordinator moves the player. It is not refused as a player's own choice might be, and the
   * player's party follows. Completes with whether the player is there now; never exceptionally.
   */
  CompletionStage<Boolean> move(ProxyPlayer player, String server);

  /** The player is on this server now. Called on the agent's thread, once the session says so. */
  void switched(ProxyPlayer player, String server);

  /** The player's session has ended. Called on the agent's thread. */
  void left(ProxyPlayer player);
}
