package net.portcullis.agent.core.channel;

import java.util.function.DoubleSupplier;

/** How long to wait before the next attempt: doubling, and half of it random. */
final class Backoff {
  private static final int FIRST_MS = 250;
  private static final int MAX_MS = 15_000;

  /** After a wrong secret, or a newer agent of the same name: neither changes within seconds. */
  private static final int FIRST_SLOW_MS = 15_000;

  private static final int MAX_SLOW_MS = 60_000;
  private static final int MAX_DOUBLINGS = 16;

  private final DoubleSupplier random;
  private int attempt;

  Backoff(DoubleSupplier random) {
    this.random = random;
  }

  /** After a connection that stood: the waits begin anew. */
  void reset() {
    attempt = 0;
  }

  /** The next wait, in milliseconds. */
  long next(boolean slow) {
    long first = slow ? FIRST_SLOW_MS : FIRST_MS;
    long most = slow ? MAX_SLOW_MS : MAX_MS;
    long full = Math.min(most, first << Math.min(attempt, MAX_DOUBLINGS));
    attempt += 1;
    return Math.round(full / 2.0 + full / 2.0 * random.getAsDouble());
  }
}
