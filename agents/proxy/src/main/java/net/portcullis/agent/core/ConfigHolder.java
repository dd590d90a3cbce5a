package net.portcullis.agent.core;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import net.portcullis.agent.core.channel.Link;
import net.portcullis.agent.core.config.AgentConfig;
import net.portcullis.agent.core.config.ConfigException;
import net.portcullis.agent.core.config.ConfigFile;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.Log;

/** The configuration that holds now. */
final class ConfigHolder implements Supplier<AgentConfig> {
  private final ConfigFile file;
  private final Log log;
  private volatile AgentConfig current;
  private volatile boolean isUsable;

  ConfigHolder(ConfigFile file, Log log) {
    this.file = file;
    this.log = log;
    current = ConfigFile.firstStart();
    try {
      file.createIfAbsent();
    } catch (IOException error) {
      log.warn("agent.config-not-written", error);
    }
    reload();
  }

  @Override
  public AgentConfig get() {
    return current;
  }

  /** What is wrong with the file; then what held before goes on. */
  Optional<String> reload() {
    try {
      current = file.read();
      isUsable = true;
      logWhatIsMissing();
      return Optional.empty();
    } catch (ConfigException wrong) {
      log.warn(
          Event.of("agent.config-invalid")
              .with("file", file.path().toString())
              .with("detail", wrong.getMessage())
              .line());
      return Optional.of(wrong.getMessage());
    }
  }

  /** How to reach the coordinator; empty while something is missing. */
  Optional<Link> link() {
    AgentConfig config = current;
    return isUsable && !config.secret().isEmpty()
        ? Optional.of(
            new Link(config.coordinator(), config.name(), config.secret(), config.behindEdge()))
        : Optional.empty();
  }

  private void logWhatIsMissing() {
    if (!current.secret().isEmpty()) return;
    log.warn(
        Event.of("agent.not-configured")
            .with("missing", "secret")
            .with("file", file.path().toString())
            .line());
  }
}
