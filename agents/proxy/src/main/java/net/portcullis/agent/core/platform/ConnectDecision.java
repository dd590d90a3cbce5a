package net.portcullis.agent.core.platform;

import net.portcullis.agent.core.text.Text;

/** What becomes of a player who is about to be connected to a server. */
public sealed interface ConnectDecision {
  /** The proxy goes on as it would without the agent. */
  record Proceed() implements ConnectDecision {}

  /** To another server instead. */
  record Redirect(String server) implements ConnectDecision {}

  /** The player stays where they are, and reads why. */
  record Refuse(Text message) implements ConnectDecision {}
}
