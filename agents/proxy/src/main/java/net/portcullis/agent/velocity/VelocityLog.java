package net.portcullis.agent.velocity;

import net.portcullis.agent.core.platform.Log;
import org.slf4j.Logger;

/** The log that Velocity gives a plugin. */
record VelocityLog(Logger logger) implements Log {
  @Override
  public void info(String line) {
    logger.info("{}", line);
  }

  @Override
  public void warn(String line) {
    logger.warn("{}", line);
  }

  @Override
  public void warn(String line, Throwable cause) {
    logger.warn("{}", line, cause);
  }
}
