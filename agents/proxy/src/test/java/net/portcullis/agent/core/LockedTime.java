package net.portcullis.agent.core;

import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/** The clocks that a test sets, for parts that other threads call as well. */
public final class LockedTime implements AgentThread, Clock {
  private final FakeTime time = new FakeTime();

  @Override
  public synchronized long now() {
    return time.now();
  }

  @Override
  public synchronized long elapsed() {
    return time.elapsed();
  }

  @Override
  public synchronized void execute(Runnable task) {
    time.execute(task);
  }

  @Override
  public synchronized Timer after(long millis, Runnable task) {
    Timer timer = time.after(millis, task);
    return () -> cancel(timer);
  }

  @Override
  public synchronized Timer every(long millis, Runnable task) {
    Timer timer = time.every(millis, task);
    return () -> cancel(timer);
  }

  /** Lets so many milliseconds pass, and runs what is due in its order. */
  public synchronized void pass(long millis) {
    time.pass(millis);
  }

  private synchronized void cancel(Timer timer) {
    timer.cancel();
  }
}
