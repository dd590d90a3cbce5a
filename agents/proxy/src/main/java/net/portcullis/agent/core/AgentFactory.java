package net.portcullis.agent.core;

import java.io.IOException;
import java.nio.file.Files;
import net.portcullis.agent.core.platform.Event;
import net.portcullis.agent.core.platform.ProxyPlatform;

/** How a plugin comes by its agent. */
@FunctionalInterface
public interface AgentFactory {
  /** The agent with everything. */
  static AgentFactory standard() {
    return platform -> ProxyAgent.start(platform, NetworkFeatures::new);
  }

  /** Starts the agent; it connects by itself. */
  Agent open(ProxyPlatform platform);

  /**
   * The same, and an agent that lets nobody in where it cannot be started: a proxy whose plugin
   * fails would let everybody in.
   */
  default Agent openOrClose(ProxyPlatform platform) {
    try {
      Files.createDirectories(platform.dataFolder());
      return open(platform);
    } catch (IOException | RuntimeException | LinkageError failure) {
      platform.log().warn(Event.of("agent.not-started").with("logins", "refused").line(), failure);
      return new ClosedAgent();
    }
  }
}
