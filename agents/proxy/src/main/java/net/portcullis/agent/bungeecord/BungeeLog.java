package net.portcullis.agent.bungeecord;

import java.util.logging.Level;
import java.util.logging.Logger;
import net.portcullis.agent.core.platform.Log;

/** The log that BungeeCord gives a plugin. */
record BungeeLog(Logger logger) implements Log {
  // With a parameter, or braces in a line would be taken for one.
  private static final String LINE = "{0}";

  @Override
  public void info(String line) {
    logger.log(Level.INFO, LINE, line);
  }

  @Override
  public void warn(String line) {
    logger.log(Level.WARNING, LINE, line);
  }

  @Override
  public void warn(String line, Throwable cause) {
    logger.log(Level.WARNING, line, cause);
  }
}
