package net.portcullis.agent.core.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import net.portcullis.agent.core.config.Secret;
import net.portcullis.agent.core.platform.Log;
import net.portcullis.agent.core.time.AgentThread;
import net.portcullis.agent.core.time.Clock;

/** Keeps the file of the replica: reads it at the start, and writes it after changes. */
public final class SnapshotKeeper {
  /** After a change, so that a list and the changes right after it become one write. */
  private static final long SETTLE_MS = 1_000;

  /** A long list is not written without a pause: writing takes a twentieth of the time at most. */
  private static final int REST = 20;

  private final Replica replica;
  private final SnapshotFile file;
  private final Supplier<Secret> secret;
  private final AgentThread thread;
  private final Executor writer;
  private final Clock clock;
  private final Log log;
  private boolean isStale;
  private boolean isWaiting;
  private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
  private long notBefore = Long.MIN_VALUE;

  /**
   * @param writer where files are written, so that no login waits for a disk
   */
  public SnapshotKeeper(
      Replica replica,
      Path path,
      Supplier<Secret> secret,
      AgentThread thread,
      Executor writer,
      Clock clock,
      Log log) {
    this.replica = replica;
    file = new SnapshotFile(path);
    this.secret = secret;
    this.thread = thread;
    this.writer = writer;
    this.clock = clock;
    this.log = log;
    replica.onKeep(this::note);
  }

  /** Fills the replica, where there is a file that the secret has signed. On the agent's thread. */
  public void load() {
    try {
      SnapshotFile.Loaded loaded = file.load(secret.get(), replica::apply);
      if (loaded == SnapshotFile.Loaded.UNUSABLE) log.warn("agent.snapshot-unusable");
    } catch (IOException error) {
      log.warn("agent.snapshot-unreadable", error);
    }
    isStale = false;
  }

  /** Writes what is not yet in the file; completes when it is. On the agent's thread. */
  public CompletionStage<Void> close() {
    written = written.thenCompose(done -> isStale ? write() : done());
    return written;
  }

  /** The file has to be signed anew. On the agent's thread. */
  public void secretChanged() {
    note();
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private void note() {
    isStale = true;
    if (isWaiting) return;
    isWaiting = true;
    thread.after(Math.max(SETTLE_MS, notBefore - clock.elapsed()), this::writeIfStale);
  }

  private void writeIfStale() {
    isWaiting = false;
    if (isStale && replica.isComplete()) written = written.thenCompose(done -> write());
  }

  private CompletableFuture<Void> write() {
    if (!replica.isComplete()) return done();
    isStale = false;
    Snapshot snapshot = replica.snapshot();
    Secret signedWith = secret.get();
    long begin = clock.elapsed();
    return CompletableFuture.runAsync(() -> save(snapshot, signedWith), writer)
        .handleAsync((done, error) -> rest(begin, error), thread::execute);
  }

  /** The agent goes on with what it has after an error; the next change writes again. */
  private Void rest(long begin, Throwable error) {
    if (error != null) log.warn("agent.snapshot-failed", error);
    long end = clock.elapsed();
    notBefore = end + REST * (end - begin);
    return null;
  }

  private void save(Snapshot snapshot, Secret signedWith) {
    try {
      file.save(snapshot, signedWith);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
