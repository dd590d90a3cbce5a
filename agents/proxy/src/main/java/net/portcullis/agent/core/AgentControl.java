package net.portcullis.agent.core;

import java.util.Optional;

/** What {@code /portcullis} shows and does. */
public interface AgentControl {
  /** The agent's version. */
  String version();

  /** In words: how the agent stands to its coordinator. */
  String link();

  /** Reads {@code config.yml} again. Answers what is wrong with it; the old one then holds. */
  Optional<String> reload();
}
