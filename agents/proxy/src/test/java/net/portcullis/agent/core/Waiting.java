package net.portcullis.agent.core;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Waits for events; a test that would wait for ever fails instead. */
public final class Waiting {
  private static final long LIMIT_S = 30;

  private Waiting() {}

  public static <T> T valueOf(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
  }

  /** The first that is wanted; those before it are passed over. */
  public static <T> T firstOf(BlockingQueue<T> queue, Predicate<T> wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
    while (true) {
      T next = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) throw new TimeoutException("What was waited for did not come");
      if (wanted.test(next)) return next;
    }
  }
}
