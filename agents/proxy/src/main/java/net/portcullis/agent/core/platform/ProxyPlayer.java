package net.portcullis.agent.core.platform;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import net.portcullis.agent.core.text.Text;

/**
 * A player on the proxy. Two connections of one player are two objects that are not equal: the end
 * of the one must not end the session of the other.
 */
public interface ProxyPlayer extends CommandSource {
  /** Where the player connects from, without a port; empty where the proxy does not know it. */
  String address();

  /** The protocol number of the player's client, which says what colours it knows. */
  int protocol();

  /** The server on which the player is; empty before the first. */
  Optional<String> server();

  void disconnect(Text reason);

  /** Answers whether the player is on that server now; never completes exceptionally. */
  CompletionStage<Boolean> connect(String server);

  /** For two seconds, below the name of the held item. */
  void showActionBar(Text text);

  /** Either may be empty. For three seconds. */
  void showTitle(Text title, Text subtitle);
}
