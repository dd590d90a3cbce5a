package net.portcullis.agent.core.time;

/** The two clocks of the agent. */
public interface Clock {
  /** Of this machine. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long now() {
          return System.currentTimeMillis();
        }

        @Override
        public long elapsed() {
          return System.nanoTime() / 1_000_000;
        }
      };

  /** Epoch milliseconds. It may jump, so nothing waits by it. */
  long now();

  /** Milliseconds since some moment; it never jumps. */
  long elapsed();
}
