package net.portcullis.agent.core.time;

/**
 * The one thread on which the agent does its work. Any thread may hand over; a task that throws is
 * logged, and the next ones run all the same.
 */
public interface AgentThread {
  /** Runs as soon as what was handed over before is done. */
  void execute(Runnable task);

  /** Runs once, after so many milliseconds. */
  Timer after(long millis, Runnable task);

  /** Runs again and again, with so many milliseconds between the end of one run and the next. */
  Timer every(long millis, Runnable task);

  /** Something that is to run later. */
  interface Timer {
    /** It no longer runs; nothing happens if it has already. */
    void cancel();
  }
}
