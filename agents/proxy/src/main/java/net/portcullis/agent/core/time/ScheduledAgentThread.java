package net.portcullis.agent.core.time;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.portcullis.agent.core.platform.Log;

/** The agent's thread as a daemon of the Java runtime. */
public final class ScheduledAgentThread implements AgentThread, AutoCloseable {
  private static final long END_WITHIN_MS = 2_000;

  private final Log log;
  private final ScheduledThreadPoolExecutor executor;

  public ScheduledAgentThread(Log log) {
    this.log = log;
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "portcullis");
              thread.setDaemon(true);
              return thread;
            });
    // Most requests are answered long before their time limit: their timers must not wait it out.
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void execute(Runnable task) {
    try {
      executor.execute(guarded(task));
    } catch (RejectedExecutionException closed) {
      // The agent has stopped; whoever waits has a time limit or is told by its end.
    }
  }

  @Override
  public Timer after(long millis, Runnable task) {
    try {
      return timerOf(executor.schedule(guarded(task), millis, TimeUnit.MILLISECONDS));
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  @Override
  public Timer every(long millis, Runnable task) {
    try {
      return timerOf(
          executor.scheduleWithFixedDelay(guarded(task), millis, millis, TimeUnit.MILLISECONDS));
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  /** Drops what was to run later, and waits a moment for what was handed over. */
  @Override
  public void close() {
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    executor.shutdown();
    try {
      if (!executor.awaitTermination(END_WITHIN_MS, TimeUnit.MILLISECONDS)) executor.shutdownNow();
    } catch (InterruptedException interrupted) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static Timer timerOf(Future<?> future) {
    return () -> future.cancel(false);
  }

  /** A periodic task that throws would never run again. */
  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException error) {
        log.warn("agent.task-failed", error);
      }
    };
  }
}
