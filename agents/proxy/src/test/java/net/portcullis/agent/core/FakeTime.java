package net.portcullis.agent.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/** The agent's thread and clocks, which stand still until a test lets time pass. */
public final class FakeTime implements AgentThread, Clock {
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<Timed> timers = new ArrayList<>();
  private long elapsed = 1_000_000;
  private boolean isRunning;

  /** Set to run handed-over tasks only when time passes, as behind a busy thread. */
  public boolean isBusy;

  @Override
  public long now() {
    return 1_700_000_000_000L + elapsed;
  }

  @Override
  public long elapsed() {
    return elapsed;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (!isBusy) runTasks();
  }

  @Override
  public Timer after(long millis, Runnable task) {
    return add(new Timed(elapsed + millis, 0, task));
  }

  @Override
  public Timer every(long millis, Runnable task) {
    return add(new Timed(elapsed + millis, millis, task));
  }

  /** Lets so many milliseconds pass, and runs what is due in its order. */
  public void pass(long millis) {
    runTasks();
    long end = elapsed + millis;
    for (; ; ) {
      Timed next =
          timers.stream()
              .filter(timer -> timer.at <= end)
              .min(Comparator.comparingLong(timer -> timer.at))
              .orElse(null);
      if (next == null) break;
      elapsed = Math.max(elapsed, next.at);
      timers.remove(next);
      next.task.run();
      if (next.every > 0 && !next.isCancelled) {
        next.at = elapsed + next.every;
        timers.add(next);
      }
      runTasks();
    }
    elapsed = end;
  }

  private Timer add(Timed timer) {
    timers.add(timer);
    return () -> {
      timer.isCancelled = true;
      timers.remove(timer);
    };
  }

  private void runTasks() {
    if (isRunning) return;
    isRunning = true;
    try {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) task.run();
    } finally {
      isRunning = false;
    }
  }

  private static final class Timed {
    private final long every;
    private final Runnable task;
    private long at;
    private boolean isCancelled;

    private Timed(long at, long every, Runnable task) {
      this.at = at;
      this.every = every;
      this.task = task;
    }
  }
}
