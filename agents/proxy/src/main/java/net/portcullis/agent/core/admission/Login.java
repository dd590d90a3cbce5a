package net.portcullis.agent.core.admission;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import net.portcullis.agent.core.text.Text;
import net.portcullis.agent.core.time.AgentThread;

/**
 * A login under way, from the question to the join or the end. Used on the agent's thread alone.
 */
final class Login {
  final UUID uuid;
  final String name;
  final CompletableFuture<Optional<Text>> decided = new CompletableFuture<>();
  AgentThread.Timer limit = () -> {};
  AgentThread.Timer expiry = () -> {};

  /** The coordinator has reserved a place, which nobody has taken or given back. */
  boolean holdsPlace;

  /** It was let in by the agent alone, so that no place is reserved for it anywhere. */
  boolean isLetInAlone;

  /** The player will not join by this login, or has joined. */
  boolean isOver;

  Login(UUID uuid, String name) {
    this.uuid = uuid;
    this.name = name;
  }
}
