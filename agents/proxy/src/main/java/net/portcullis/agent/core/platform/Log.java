package net.portcullis.agent.core.platform;

/**
 * The proxy's log. Each line is one event: its name first, then fields. A secret is never a field.
 */
public interface Log {
  void info(String line);

  void warn(String line);

  void warn(String line, Throwable cause);
}
