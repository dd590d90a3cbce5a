package net.portcullis.agent.core.config;

/** What is wrong with {@code config.yml}, in one line for its author. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  ConfigException(String message) {
    super(message);
  }
}
