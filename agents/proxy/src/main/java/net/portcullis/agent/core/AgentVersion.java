package net.portcullis.agent.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the agent, which the build writes into the jar. */
final class AgentVersion {
  private AgentVersion() {}

  static String read() {
    Properties properties = new Properties();
    try (InputStream in = AgentVersion.class.getResourceAsStream("/portcullis-agent.properties")) {
      if (in == null) throw new IllegalStateException("The jar lacks portcullis-agent.properties");
      properties.load(in);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    return properties.getProperty("version", "");
  }
}
