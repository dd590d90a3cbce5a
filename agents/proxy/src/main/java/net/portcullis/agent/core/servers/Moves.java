package net.portcullis.agent.core.servers;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import net.portcullis.agent.core.platform.ProxyPlayer;
import net.portcullis.agent.core.time.AgentThread;

/**
 * Players whom the agent itself is moving. Such a move is not the player's own choice: it is not
 * refused, and nobody loses their place in a waiting line by it.
 */
public final class Moves {
  /**
   * The proxy may say that the player has switched only after the move has ended; and a move of
   * which nothing is heard has failed by then.
   */
  private static final long KEPT_MS = 15_000;

  private final AgentThread thread;
  private final Map<ProxyPlayer, Expected> expected = new ConcurrentHashMap<>();

  public Moves(AgentThread thread) {
    this.thread = thread;
  }

  /** Completes with whether the player is there now; never exceptionally. */
  public CompletionStage<Boolean> move(ProxyPlayer player, String server) {
    Expected move = expect(player, server);
    return player
        .connect(server)
        .whenComplete(
            (arrived, error) -> {
              if (!Boolean.TRUE.equals(arrived)) expected.remove(player, move);
            });
  }

  /** The proxy is about to move the player there, as the agent has told it. */
  Expected expect(ProxyPlayer player, String server) {
    Expected move = new Expected(server);
    expected.put(player, move);
    thread.after(KEPT_MS, () -> expected.remove(player, move));
    return move;
  }

  boolean isExpected(ProxyPlayer player, String server) {
    Expected move = expected.get(player);
    return move != null && move.server.equals(server);
  }

  void left(ProxyPlayer player) {
    expected.remove(player);
  }

  /** Compared by identity: the end of one move must not end the next to the same server. */
  static final class Expected {
    private final String server;

    private Expected(String server) {
      this.server = server;
    }
  }
}
