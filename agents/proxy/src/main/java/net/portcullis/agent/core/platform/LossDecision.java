package net.portcullis.agent.core.platform;

import net.portcullis.agent.core.text.Text;

/** What becomes of a player whose server has let go of them. */
public sealed interface LossDecision {
  /** The proxy goes on as it would without the agent. */
  record Proceed() implements LossDecision {}

  /** To another server, with a message in the chat. */
  record Fallback(String server, Text message) implements LossDecision {}

  /** Out of the network, with these words. */
  record Disconnect(Text message) implements LossDecision {}
}
