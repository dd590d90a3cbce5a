package net.portcullis.agent.core;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.text.Text;

/**
 * The agent, as the listeners of a proxy call it. Every method may be called on any thread, returns
 * at once and throws nothing.
 */
public interface Agent {
  /**
   * A player wants to come in. To be called once for each login, as late as others can still refuse
   * it; the answer comes within a few seconds, on a thread of the agent, and never as an exception.
   *
   * @param address where the player connects from, without a port; empty where it is not known
   * @param connection the proxy's own object of this connection; it is told from others by {@code
   *     ==}
   * @return the words of the refusal; empty for a player who may come in
   */
  CompletionStage<Optional<Text>> login(UUID uuid, String name, String address, Object connection);

  /**
   * A connection has ended or was refused, by whomever: a login of it that has not joined gives its
   * place back. To be called for every end of a connection; for one that joined it does nothing.
   */
  void loginEnded(Object connection);

  /**
   * The login has gone through; the player is on no server yet.
   *
   * @param connection the same as in {@link #login}
   */
  void joined(ProxyPlayer player, Object connection);

  /** The player is on this server now. */
  void switched(ProxyPlayer player, String server);

  /** The connection has ended. Does nothing for one that never joined. */
  void left(ProxyPlayer player);

  /** What listeners ask besides. */
  AgentFeatures features();

  /**
   * Closes the connection and writes what is not yet written. Waits for it, a few seconds at most.
   */
  void stop();
}
