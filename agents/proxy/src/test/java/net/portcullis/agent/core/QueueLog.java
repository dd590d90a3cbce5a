package net.portcullis.agent.core;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import net.portcullis.agent.core.platform.Log;

/** A log of which tests await lines. */
public final class QueueLog implements Log {
  private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

  /** Everything that was logged. */
  public final List<String> lines = new CopyOnWriteArrayList<>();

  /** The next line of this event that nobody has waited for yet. */
  public String next(String event) throws Exception {
    return Waiting.firstOf(queue, line -> line.startsWith(event));
  }

  @Override
  public void info(String line) {
    lines.add(line);
    queue.add(line);
  }

  @Override
  public void warn(String line) {
    info(line);
  }

  @Override
  public void warn(String line, Throwable cause) {
    info(line + " " + cause);
  }
}
